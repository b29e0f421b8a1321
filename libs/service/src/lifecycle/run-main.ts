import { readFileSync } from 'node:fs';
import { type DestinationStream, pino } from 'pino';
import { parseArguments } from '../config/arguments.js';
import { ConfigError } from '../config/config-error.js';
import { type OperationsTable } from '../config/groups.js';
import { helpText } from '../config/help.js';
import { resolveSettings, type ResolvedSettings, type Sources } from '../config/load.js';
import { type Settings, type SettingsTable, type Values } from '../config/setting.js';
import { type Logger } from '../logger.js';
import { createLogger, LineBuffer } from '../logging/index.js';
import { Lifecycle, type ProcessEvents } from './lifecycle.js';
import { startFailureText } from './start-failure.js';

/** Every program has the operations settings; the log level is read here. */
export type ProgramTable = SettingsTable & Pick<OperationsTable, 'logLevel'>;

export interface Program<T extends ProgramTable> {
  readonly app: string;
  readonly version: string;
  /** What the program is for, in a sentence: the head of `--help`. */
  readonly about: string;
  readonly settings: Settings<T>;
  /** Resolves once the program serves; what it takes it gives back through `lifecycle.onStop`. */
  start(running: Running<T>): Promise<void>;
}

export interface Running<T extends SettingsTable> {
  readonly settings: Values<T>;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
}

/** The process around a program; the real one by default. */
export interface Host extends Sources {
  readonly events: ProcessEvents;
  /** Where log lines go. */
  readonly log: DestinationStream;
  stdout(text: string): void;
  stderr(text: string): void;
  exit(code: number): void;
}

function realHost(): Host {
  const log = new LineBuffer(pino.destination({ dest: 1, sync: true }));
  process.on('exit', () => log.flush());
  return {
    argv: process.argv.slice(2),
    env: process.env,
    readFile: (path) => readFileSync(path, 'utf8'),
    events: process,
    log,
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    exit: (code) => process.exit(code),
  };
}

/**
 * Runs a program from its command line on: `--help` and `--version` print and exit 0; faults in the
 * configuration go to stderr, a line each, exit 2; a failed start says what to change, exit 1; then
 * signals and unhandled faults end it through its lifecycle.
 */
export async function runMain<T extends ProgramTable>(
  program: Program<T>,
  host: Host = realHost(),
): Promise<void> {
  const { app, version, about, settings } = program;
  const { asks } = parseArguments(settings.table, host.argv);
  if (asks) {
    host.stdout(
      asks === 'help' ? helpText({ app, about, table: settings.table }) : `${app} ${version}\n`,
    );
    return host.exit(0);
  }
  let resolved: ResolvedSettings<T>;
  try {
    resolved = resolveSettings(settings, host);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const fault of error.faults) host.stderr(`${app}: ${fault}\n`);
    return host.exit(2);
  }
  await start(program, resolved, host);
}

async function start<T extends ProgramTable>(
  { app, settings, start }: Program<T>,
  { values, ignored }: ResolvedSettings<T>,
  host: Host,
): Promise<void> {
  const logger = createLogger({ app, level: values.logLevel, stream: host.log });
  for (const sentence of ignored) logger.warn({}, sentence);
  const { events } = host;
  const lifecycle = new Lifecycle({ logger, events, exit: (code) => host.exit(code) });
  lifecycle.listen();
  try {
    await start({ settings: values, logger, lifecycle });
  } catch (error) {
    if (lifecycle.stopping) return logger.debug({ error }, 'the start was cut short');
    const text = startFailureText(error, settings.table, values);
    if (text) host.stderr(`${app}: ${text}\n`);
    else logger.error({ error }, 'the start failed');
    await lifecycle.stop('the start failed', 1);
  }
}
