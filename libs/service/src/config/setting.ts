import { type z } from 'zod';

/** One setting of a program, as data: parsing, help and messages are derived from it. */
export interface Setting<S extends z.ZodType = z.ZodType> {
  /** As typed. A secret has none, since arguments are visible to every user of the machine. */
  readonly flag?: `--${string}`;
  readonly short?: `-${string}`;
  /** For a secret, `<env>_FILE` may name a file that holds the value. */
  readonly env: string;
  /**
   * What is valid. Text from flags and variables becomes a boolean or a number when the schema is one,
   * and stays text otherwise. Messages say the rule ("must be …"), never the value.
   */
  readonly schema: S;
  /** A leading `$HOME` stands for that variable. Without a default an absent value must suit the schema. */
  readonly default?: z.input<S>;
  readonly description: string;
  /** The value and its default are never shown. */
  readonly secret?: true;
  /** Why the setting is accepted without effect here; said once at start when someone gives it. */
  readonly ignoredHere?: string;
}

/** By key: the name in the program's values and in its config file. */
export type SettingsTable = Readonly<Record<string, Setting>>;

export type Values<T extends SettingsTable> = {
  readonly [K in keyof T]: z.output<T[K]['schema']>;
};

/**
 * A rule over several settings. Gets the values that are valid by themselves, the others undefined,
 * and returns the fault in one sentence that names the settings, or nothing.
 */
export type Rule<T extends SettingsTable> = (values: {
  readonly [K in keyof T]?: Values<T>[K] | undefined;
}) => string | undefined;

export interface Settings<T extends SettingsTable = SettingsTable> {
  readonly table: T;
  readonly rules: readonly Rule<T>[];
}

type DefaultsSuitSchemas<T extends SettingsTable> = {
  readonly [K in keyof T]: Setting<T[K]['schema']>;
};

/** Flags and variables that every program has beside its own settings. */
export const builtIn = {
  config: { flag: '--config', env: 'SLIPWAY_CONFIG' },
  help: { flag: '--help', short: '-h' },
  version: { flag: '--version' },
} as const;

/**
 * The settings of a program.
 *
 * @throws Error when two settings share a flag, a short flag or a variable: a mistake in the program
 */
export function defineSettings<const T extends SettingsTable>(
  table: T & DefaultsSuitSchemas<T>,
  rules: readonly Rule<T>[] = [],
): Settings<T> {
  const taken = new Set<string>(Object.values(builtIn).flatMap((names) => Object.values(names)));
  for (const [key, { flag, short, env, secret }] of Object.entries<Setting>(table)) {
    if (secret && flag) throw new Error(`setting ${key}: a secret takes no flag`);
    for (const name of [flag, short, env, ...(secret ? [`${env}_FILE`] : [])]) {
      if (name === undefined) continue;
      if (taken.has(name)) throw new Error(`setting ${key}: ${name} is taken by another setting`);
      taken.add(name);
    }
  }
  return { table, rules };
}

/** The same settings, accepted without effect: for programs that share a command line. */
export function withoutEffect<T extends SettingsTable>(table: T, why: string): T {
  const ignored = Object.entries(table).map(([key, setting]) => [
    key,
    { ...setting, ignoredHere: why },
  ]);
  return Object.fromEntries(ignored) as T;
}

/** How a setting can be given, for messages: `--port or SLIPWAY_PORT`. */
export function namesOf({ flag, env, secret }: Setting): string {
  return [flag, env, secret && `${env}_FILE`].filter(Boolean).join(' or ');
}
