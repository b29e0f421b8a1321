import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { realServers } from '@slipway/testing';
import { startNats, type RunningNats } from './index.mjs';
import { RawClient } from './testing/raw-client.js';

/** What both servers must say, byte for byte; so the mini broker can stand in for the real one. */
function protocol(name: string, server: string): void {
  describe(`the NATS protocol of ${name}`, () => {
    let nats: RunningNats;
    const clients: RawClient[] = [];
    const client = async (settings = {}) => {
      const opened = await RawClient.to(nats.port, settings);
      clients.push(opened);
      return opened;
    };
    beforeAll(async () => {
      nats = await startNats({ server });
    });
    afterEach(() => clients.splice(0).forEach((opened) => opened.close()));
    afterAll(() => nats.stop());

    /** What a subscriber of `pattern` gets of what another publishes. */
    const received = async (pattern: string, published: string) => {
      const [subscriber, publisher] = [await client(), await client()];
      subscriber.send(`SUB ${pattern} 7\r\n`);
      await subscriber.round();
      publisher.send(published);
      await publisher.round();
      return subscriber.round();
    };

    test.each([
      ['a', 'a', true],
      ['a', 'a.b', false],
      ['a.*', 'a.b', true],
      ['a.*', 'a', false],
      ['a.*', 'a.b.c', false],
      ['*.b', 'a.b', true],
      ['a.*.c', 'a.b.c', true],
      ['a.>', 'a.b', true],
      ['a.>', 'a.b.c', true],
      ['a.>', 'a', false],
      ['>', 'a.b.c', true],
      ['a*', 'ab', false],
      ['a*', 'a*', true],
    ])('a subscription of %s matches %s: %s', async (pattern, subject, matches) => {
      const message = `MSG ${subject} 7 2\r\nhi\r\n`;
      const got = await received(pattern, `PUB ${subject} 2\r\nhi\r\n`);
      expect(got).toBe(matches ? message : '');
    });

    test.each([
      ['an empty payload', 'PUB a 0\r\n\r\n', 'MSG a 7 0\r\n\r\n'],
      ['a reply subject', 'PUB a b.c 2\r\nhi\r\n', 'MSG a 7 b.c 2\r\nhi\r\n'],
      ['line breaks inside', 'PUB a 6\r\na\r\nb\r\n\r\n', 'MSG a 7 6\r\na\r\nb\r\n\r\n'],
      ['lower case', 'pub a 2\r\nhi\r\n', 'MSG a 7 2\r\nhi\r\n'],
      ['tabs', 'PUB\ta\t2\r\nhi\r\n', 'MSG a 7 2\r\nhi\r\n'],
      [
        'headers',
        'HPUB a 18 20\r\nNATS/1.0\r\nx: y\r\n\r\nhi\r\n',
        'HMSG a 7 18 20\r\nNATS/1.0\r\nx: y\r\n\r\nhi\r\n',
      ],
      [
        'headers and a reply subject',
        'HPUB a b 12 12\r\nNATS/1.0\r\n\r\n\r\n',
        'HMSG a 7 b 12 12\r\nNATS/1.0\r\n\r\n\r\n',
      ],
    ])('a message with %s arrives as it was sent', async (_case, published, message) => {
      expect(await received('a', published)).toBe(message);
    });

    test('bytes may come one by one', async () => {
      const [subscriber, publisher] = [await client(), await client()];
      subscriber.send('SUB a 1\r\n');
      await subscriber.round();
      for (const byte of 'PUB a 2\r\nhi\r\n') {
        publisher.send(byte);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await publisher.round();
      expect(await subscriber.round()).toBe('MSG a 1 2\r\nhi\r\n');
    });

    test('a group takes each message once, plain subscribers take all', async () => {
      const clientsOfGroup = [await client(), await client(), await client()];
      for (const member of clientsOfGroup) member.send('SUB job.* workers 1\r\n');
      const plain = await client();
      plain.send('SUB job.* 1\r\n');
      await Promise.all([...clientsOfGroup, plain].map((each) => each.round()));
      const publisher = await client();
      publisher.send('PUB job.x 1\r\n.\r\n'.repeat(300));
      await publisher.round();
      const counts = await Promise.all(
        [...clientsOfGroup, plain].map(
          async (each) => (await each.round()).split('MSG').length - 1,
        ),
      );
      const members = counts.slice(0, -1);
      expect(members.reduce((sum, count) => sum + count)).toBe(300);
      expect(Math.min(...members)).toBeGreaterThan(0);
      expect(counts.at(-1)).toBe(300);
    });

    test('two groups take each their own', async () => {
      const both = await client();
      both.send('SUB a one 1\r\nSUB a two 2\r\nPUB a 0\r\n\r\n');
      const got = await both.round();
      expect(got.split('\r\n').filter(Boolean).sort()).toEqual(['MSG a 1 0', 'MSG a 2 0']);
    });

    test('unsubscribing takes effect at once, or after so many messages', async () => {
      const both = await client();
      both.send('SUB a 1\r\nUNSUB 1\r\nPUB a 0\r\n\r\n');
      expect(await both.round()).toBe('');
      both.send(`SUB a 2\r\nUNSUB 2 3\r\n${'PUB a 0\r\n\r\n'.repeat(5)}`);
      expect(await both.round()).toBe('MSG a 2 0\r\n\r\n'.repeat(3));
      both.send(`SUB a 3\r\n${'PUB a 0\r\n\r\n'.repeat(2)}UNSUB 3 1\r\nPUB a 0\r\n\r\n`);
      expect(await both.round()).toBe('MSG a 3 0\r\n\r\n'.repeat(2));
    });

    test('a client that wants no echo gets none', async () => {
      const quiet = await client({ echo: false });
      quiet.send('SUB a 1\r\nPUB a 0\r\n\r\n');
      expect(await quiet.round()).toBe('');
    });

    test('nobody there: whoever asked is told, when it wants to know', async () => {
      const [asker, listener] = [await client(), await client()];
      listener.send('SUB inbox.1 9\r\n');
      await listener.round();
      asker.send('SUB inbox.* 1\r\nPUB nobody inbox.1 2\r\nhi\r\n');
      const head =
        /^HMSG inbox\.1 1 (\d+) \1\r\nNATS\/1\.0 503\r\n(?:Nats-Subject: nobody\r\n)?\r\n\r\n$/;
      expect(await asker.round()).toMatch(head);
      expect(await listener.round()).toBe('');
      const unaware = await client({ no_responders: false });
      unaware.send('SUB inbox.* 1\r\nPUB nobody inbox.1 2\r\nhi\r\n');
      expect(await unaware.round()).toBe('');
    });

    test('a client without headers gets the payload alone', async () => {
      const [plain, publisher] = [
        await client({ headers: false, no_responders: false }),
        await client(),
      ];
      plain.send('SUB a 1\r\n');
      await plain.round();
      publisher.send('HPUB a 18 20\r\nNATS/1.0\r\nx: y\r\n\r\nhi\r\n');
      await publisher.round();
      expect(await plain.round()).toBe('MSG a 1 2\r\nhi\r\n');
    });

    test('a client that leaves is forgotten', async () => {
      const [leaver, asker] = [await client(), await client()];
      leaver.send('SUB service 1\r\n');
      await leaver.round();
      leaver.close();
      asker.send('SUB inbox 1\r\n');
      let answer = '';
      while (!answer.includes('503')) {
        asker.send('PUB service inbox 0\r\n\r\n');
        answer = await asker.round();
      }
      expect(answer).toContain('NATS/1.0 503');
    });

    test.each([
      ['too large a payload', 'PUB a 1048577\r\n', 'Maximum Payload Violation'],
      ['an unknown word', 'HELLO there\r\n', 'Unknown Protocol Operation'],
    ])('%s ends the connection', async (_case, sent, because) => {
      const offender = await client();
      offender.send(sent);
      expect(await offender.end()).toContain(`-ERR '${because}'`);
      expect(await (await client()).round()).toBe('');
    });

    test('an endless line ends the connection', async () => {
      const offender = await client();
      offender.send(`SUB ${'a'.repeat(10_000)}`);
      expect(await offender.end()).toMatch(/-ERR 'maximum control line exceeded'/i);
    });

    test('a subject that is none is refused', async () => {
      const offender = await client();
      offender.send('SUB a..b 1\r\n');
      expect(await offender.round()).toBe("-ERR 'Invalid Subject'\r\n");
    });

    test('every command is confirmed to whom wants that', async () => {
      const opened = await client({ verbose: true });
      opened.send('SUB a 1\r\nPUB b 0\r\n\r\n');
      expect(await opened.round()).toBe('+OK\r\n+OK\r\n');
    });
  });
}

protocol('the mini broker', 'mini');

const { natsServer } = realServers();
const missing = 'SLIPWAY_TEST_NATS_SERVER names no nats-server';
if (natsServer) {
  protocol('nats-server', natsServer);
} else if (process.env['CI']) {
  test('the NATS protocol of nats-server', () => {
    throw new Error(`${missing}, and CI must not go without`);
  });
} else {
  process.stderr.write(`SKIPPED the NATS protocol of nats-server: ${missing}\n`);
  describe.skip('the NATS protocol of nats-server', () => test('is not run', () => undefined));
}
