import { type Auth, type ConnectionOptions } from '@nats-io/transport-node';

export interface ServerAddress {
  /** What may be shown: hosts and ports, never credentials. */
  readonly shown: string;
  readonly options: Pick<ConnectionOptions, 'servers' | 'tls'>;
  readonly credentials: Auth;
}

/**
 * Reads `nats://[user:password@|token@]host[:port]`, several separated by commas; `tls://` demands TLS. The
 * client library ignores credentials in URLs, so they are taken out here (the first URL's count).
 *
 * @throws TypeError that doesn't repeat the text, since it may hold a password
 */
export function serverAddress(text: string): ServerAddress {
  const urls = text.split(',').map((part) => parse(part.trim()));
  const servers = urls.map(({ hostname, port }) => `${hostname}:${port || '4222'}`);
  const tls = urls.some(({ protocol }) => protocol === 'tls:');
  return {
    shown: servers.join(', '),
    options: { servers, ...(tls ? { tls: {} } : {}) },
    credentials: credentialsOf(urls[0]!),
  };
}

function parse(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url?.hostname || !['nats:', 'tls:'].includes(url.protocol)) {
    throw new TypeError('the NATS URL is malformed; expected nats://host:port or tls://host:port');
  }
  return url;
}

function credentialsOf({ username, password }: URL): Auth {
  if (!username) return undefined;
  const user = decodeURIComponent(username);
  return password ? { user, pass: decodeURIComponent(password) } : { auth_token: user };
}
