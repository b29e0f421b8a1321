import { type Arguments, type Given, parseArguments } from './arguments.js';
import { ConfigError } from './config-error.js';
import {
  builtIn,
  namesOf,
  type Setting,
  type Settings,
  type SettingsTable,
  type Values,
} from './setting.js';

export interface Sources {
  /** Without program and script. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The text of a file; throws when it can't be read. */
  readFile(path: string): string;
}

export interface ResolvedSettings<T extends SettingsTable> {
  readonly values: Values<T>;
  /** A sentence for each setting that someone gave though it has no effect here. */
  readonly ignored: readonly string[];
}

/** A value before its schema has seen it, and how the user names its place. */
interface Found {
  readonly spelling: string;
  readonly value: unknown;
}

/**
 * The values of a program's settings: flag over variable over config file over default. An empty
 * variable counts as absent, since charts and compose files can't leave one out.
 *
 * @throws ConfigError with every fault at once; names and rules, never values
 */
export function loadSettings<T extends SettingsTable>(
  settings: Settings<T>,
  sources: Sources,
): Values<T> {
  return resolveSettings(settings, sources).values;
}

/** As `loadSettings`, with what was given in vain. */
export function resolveSettings<T extends SettingsTable>(
  { table, rules }: Settings<T>,
  sources: Sources,
): ResolvedSettings<T> {
  const typed = parseArguments(table, sources.argv);
  const faults = [...typed.faults];
  const file = readConfigFile(typed, table, sources, faults);
  const values: Record<string, unknown> = {};
  const ignored: string[] = [];
  for (const [key, setting] of Object.entries<Setting>(table)) {
    const found =
      fromFlag(typed.given.get(key), setting) ??
      fromVariable(setting, sources, faults) ??
      fromFile(key, file);
    if (found === 'faulty') continue;
    if (found && setting.ignoredHere) {
      ignored.push(`${found.spelling} has no effect here: ${setting.ignoredHere}`);
    }
    const { value, spelling } = found ?? fromDefault(setting, sources);
    const parsed = setting.schema.safeParse(value);
    if (parsed.success) values[key] = parsed.data;
    else if (value === undefined) faults.push(`${namesOf(setting)} is required`);
    else faults.push(`${spelling}: ${said(parsed.error.issues)}`);
  }
  for (const rule of rules) {
    const fault = rule(values as Partial<Values<T>>);
    if (fault !== undefined) faults.push(fault);
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return { values: values as Values<T>, ignored };
}

const said = (issues: readonly { readonly message: string }[]): string =>
  [...new Set(issues.map(({ message }) => message))].join('; ');

function fromFlag(given: Given | undefined, setting: Setting): Found | undefined {
  return given && { spelling: given.spelling, value: fromText(setting, given.text) };
}

function fromVariable(
  setting: Setting,
  { env, readFile }: Sources,
  faults: string[],
): Found | 'faulty' | undefined {
  const text = env[setting.env];
  const fileVariable = `${setting.env}_FILE`;
  const path = setting.secret && env[fileVariable];
  if (text && path) {
    faults.push(`${setting.env} and ${fileVariable} are both set; keep one`);
    return 'faulty';
  }
  if (text) return { spelling: setting.env, value: fromText(setting, text) };
  if (!path) return undefined;
  try {
    const content = readFile(path).replace(/\r?\n$/, '');
    return { spelling: fileVariable, value: fromText(setting, content) };
  } catch (error) {
    faults.push(`${fileVariable}: ${unreadable(error)}`);
    return 'faulty';
  }
}

function fromFile(key: string, file: Readonly<Record<string, unknown>>): Found | undefined {
  if (!Object.hasOwn(file, key)) return undefined;
  return { spelling: `"${key}" in the config file`, value: file[key] };
}

function fromDefault(setting: Setting, { env }: Sources): Found {
  const value = setting.default;
  const expanded =
    typeof value === 'string' && value.startsWith('$HOME/')
      ? `${env['HOME'] ?? ''}${value.slice('$HOME'.length)}`
      : value;
  return { spelling: `${namesOf(setting)} (its default)`, value: expanded };
}

const spelledBooleans = new Map([
  ['true', true],
  ['t', true],
  ['1', true],
  ['false', false],
  ['f', false],
  ['0', false],
]);

/** Text that is no boolean or number stays text, for the schema to refuse. */
function fromText({ schema }: Setting, text: string): unknown {
  if (schema.def.type === 'boolean') return spelledBooleans.get(text.toLowerCase()) ?? text;
  if (schema.def.type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return text;
}

function readConfigFile(
  { configFile }: Arguments,
  table: SettingsTable,
  { env, readFile }: Sources,
  faults: string[],
): Readonly<Record<string, unknown>> {
  const variable = builtIn.config.env;
  const { spelling, text: path } = configFile ?? { spelling: variable, text: env[variable] };
  if (!path) return {};
  let text: string;
  try {
    text = readFile(path);
  } catch (error) {
    faults.push(`${spelling}: ${unreadable(error)}`);
    return {};
  }
  const file = parseObject(text);
  if (!file) {
    faults.push(`${spelling}: the file must hold one JSON object`);
    return {};
  }
  for (const key of Object.keys(file)) {
    if (!Object.hasOwn(table, key)) {
      faults.push(`"${key}" in the config file is not a setting of this program`);
    }
  }
  return file;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    // The parser's own message quotes the file, which may hold secrets.
    return undefined;
  }
}

function unreadable(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  return `the file can't be read${code ? ` (${code})` : ''}`;
}
