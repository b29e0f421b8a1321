import { z } from 'zod';
import { builtIn, type Setting, type SettingsTable } from './setting.js';

export interface Described {
  readonly app: string;
  /** What the program is for, in a sentence. */
  readonly about: string;
  readonly table: SettingsTable;
}

/** What `--help` prints: every option with its variable, key and default; no default of a secret. */
export function helpText({ app, about, table }: Described): string {
  const own: readonly [string, readonly string[]][] = Object.entries(table).map(
    ([key, setting]) => [
      heading(setting),
      [setting.description, origin(key, setting), ...without(setting)],
    ],
  );
  const common: readonly [string, readonly string[]][] = [
    [
      `${builtIn.config.flag} FILE`,
      ['JSON object with any of these settings by key', `env ${builtIn.config.env}`],
    ],
    [`${builtIn.help.short}, ${builtIn.help.flag}`, ['print this and exit']],
    [builtIn.version.flag, ['print the version and exit']],
  ];
  const options = [...own, ...common].map(([head, lines]) =>
    [`  ${head}`, ...lines.map((line) => `        ${line}`)].join('\n'),
  );
  return [
    about,
    `Usage: ${app} [flags]`,
    'A flag wins over its environment variable, that over the config file, that over the default.',
    ...options,
    '',
  ].join('\n\n');
}

function heading({ flag, short, env, schema }: Setting): string {
  if (!flag) return env;
  const names = short ? `${short}, ${flag}` : flag;
  return schema.def.type === 'boolean' ? names : `${names} ${placeholder(schema)}`;
}

function placeholder(schema: z.ZodType): string {
  if (schema instanceof z.ZodEnum) return schema.options.join('|');
  return schema.def.type === 'number' ? 'NUMBER' : 'TEXT';
}

function origin(key: string, setting: Setting): string {
  const variables = setting.secret
    ? `${setting.env}, or the name of a file in ${setting.env}_FILE`
    : setting.env;
  return `env ${variables}; key ${key}; ${defaultOf(setting)}`;
}

function defaultOf(setting: Setting): string {
  const value = setting.default;
  if (value !== undefined)
    return setting.secret ? 'has a default' : `default ${JSON.stringify(value)}`;
  return setting.schema.safeParse(undefined).success ? 'no default' : 'required';
}

const without = ({ ignoredHere }: Setting): readonly string[] =>
  ignoredHere === undefined ? [] : [`no effect here: ${ignoredHere}`];
