/** `node tools/nats-mini/src/main.mjs --port N [--max-payload BYTES]`: the mini broker as a process. */
import { parseArgs } from 'node:util';
import { miniServerName, MiniBroker } from './broker.mjs';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4222' },
    'max-payload': { type: 'string', default: String(1024 * 1024) },
  },
});
const broker = new MiniBroker({ maxPayload: Number(values['max-payload']) });
try {
  const port = await broker.listen(Number(values.port));
  console.log(
    `${miniServerName} (a stand-in for nats-server, this machine only) on nats://127.0.0.1:${port}`,
  );
} catch (error) {
  console.error(
    error.code === 'EADDRINUSE'
      ? `port ${values.port} of 127.0.0.1 is taken; choose another with --port`
      : `${miniServerName} can't listen: ${error.message}`,
  );
  process.exit(1);
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => broker.close().then(() => process.exit(0)));
}
