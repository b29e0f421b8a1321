import { builtIn, type SettingsTable } from './setting.js';

/** A value as text, and the flag in the spelling the user chose. */
export interface Given {
  readonly spelling: string;
  readonly text: string;
}

export interface Arguments {
  readonly asks: 'help' | 'version' | undefined;
  /** By setting key; the last of a repeated flag. */
  readonly given: ReadonlyMap<string, Given>;
  readonly configFile: Given | undefined;
  readonly faults: readonly string[];
}

interface Flag {
  readonly key: string | symbol;
  readonly takesValue: boolean;
}

const help = Symbol('help');
const version = Symbol('version');
const config = Symbol('config');

/**
 * Reads arguments as the flag packages of Go do: `--flag value`, `--flag=value`, the same with one
 * dash, `-n value`, `-n=value`, `-nvalue`; a boolean takes its value only after `=`. Not
 * `node:util`'s parseArgs: it splits `-kubeconfig` into letters and keeps the `=` of `-n=value`.
 *
 * @param argv without program and script
 */
export function parseArguments(table: SettingsTable, argv: readonly string[]): Arguments {
  const flags = flagsBySpelling(table);
  const given = new Map<string | symbol, Given>();
  const faults: string[] = [];
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index]!;
    if (!/^--?[^-]/.test(argument)) {
      // Not shown: it may be the value of a flag that was mistyped.
      faults.push(`argument ${index + 1} belongs to no flag`);
      continue;
    }
    const next = argv[index + 1];
    const found = recognise(flags, argument);
    if (!found) {
      faults.push(`${nameOf(argument)} is not a flag of this program; --help lists them`);
      if (!argument.includes('=') && next !== undefined && !next.startsWith('-')) index++;
      continue;
    }
    const { flag, spelling, inline } = found;
    if (inline !== undefined || !flag.takesValue) {
      given.set(flag.key, { spelling, text: inline ?? 'true' });
    } else if (next === undefined || flags.has(nameOf(next))) {
      faults.push(`${spelling}: a value is missing`);
    } else {
      given.set(flag.key, { spelling, text: next });
      index++;
    }
  }
  const asks = given.has(help) ? 'help' : given.has(version) ? 'version' : undefined;
  const ofSettings = [...given].filter(
    (entry): entry is [string, Given] => typeof entry[0] === 'string',
  );
  return { asks, given: new Map(ofSettings), configFile: given.get(config), faults };
}

function flagsBySpelling(table: SettingsTable): ReadonlyMap<string, Flag> {
  const flags = new Map<string, Flag>();
  const add = (key: string | symbol, takesValue: boolean, flag?: string, short?: string) => {
    if (flag) flags.set(flag, { key, takesValue }).set(flag.slice(1), { key, takesValue });
    if (short) flags.set(short, { key, takesValue });
  };
  add(help, false, builtIn.help.flag, builtIn.help.short);
  add(version, false, builtIn.version.flag);
  add(config, true, builtIn.config.flag);
  for (const [key, { flag, short, schema }] of Object.entries(table)) {
    add(key, schema.def.type !== 'boolean', flag, short);
  }
  return flags;
}

function recognise(flags: ReadonlyMap<string, Flag>, argument: string) {
  const spelling = nameOf(argument);
  const exact = flags.get(spelling);
  if (exact) {
    const inline = argument === spelling ? undefined : argument.slice(spelling.length + 1);
    return { flag: exact, spelling, inline };
  }
  const short = argument.slice(0, 2);
  const attached = flags.get(short);
  if (!attached?.takesValue) return undefined;
  return { flag: attached, spelling: short, inline: argument.slice(2) };
}

const nameOf = (argument: string): string => argument.split('=', 1)[0]!;
