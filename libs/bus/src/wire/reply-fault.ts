/** Why a reply can't be used; says what is wrong with its form and never what it held. */
export class ReplyFault extends Error {
  override readonly name = 'ReplyFault';
}
