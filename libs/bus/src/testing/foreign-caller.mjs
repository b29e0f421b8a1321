import { connect, createInbox, headers } from '@nats-io/transport-node';

/** Asks for a stream and answers each of its messages, until its process is killed: `<url> <subject>`. */
const [url, subject] = process.argv.slice(2);
const connection = await connect({ servers: url });
const reply = createInbox();
connection.subscribe(reply, { callback: (_error, message) => message.respond('16') });
const head = headers();
head.set('slipway-items', '16');
connection.publish(subject, '{"task":""}', { reply, headers: head });
