import {
  type ErrorKind,
  errorTable,
  fault,
  type RefusalFactory,
  refusalsOf,
  refusedAnywhere,
  refusedBodies,
  type RouteAnswers,
  routes,
  validationFailed,
} from '../index.js';

/** The page that tells clients every refusal of every route, in Markdown; made of the tables alone. */
export function errorsPage(): string {
  return [
    '# What the API refuses',
    '',
    'Made from the tables of routes and errors; a test keeps it current.',
    '',
    'Every refusal is `application/problem+json`: `{"title","status","detail"}`, and `errors` with an entry for',
    'each invalid field when the title is `Validation Error`. A code below is the name of one reason; clients see',
    'its status, title and detail.',
    '',
    '## By route',
    '',
    'Beside its own refusals a route may answer',
    '',
    `- always: ${byStatus(refusedAnywhere)};`,
    `- with a body: ${byStatus(refusedBodies)};`,
    `- with a parameter in its path: ${byStatus(inPaths)}.`,
    '',
    'An unknown route is 404, a known one with another method 405 with `Allow`.',
    '',
    '| route | role | success | refusals of its own |',
    '| --- | --- | --- | --- |',
    ...routes.map(
      (each) => `| \`${each.route}\` | ${each.role} | ${each.success} | ${byStatus(own(each))} |`,
    ),
    '',
    '## By code',
    '',
    '| code | status | title | detail |',
    '| --- | --- | --- | --- |',
    ...errorTable
      .toSorted((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1))
      .map((each) => `| ${each.code} | ${each.status} | ${each.title} | ${detailOf(each)} |`),
    '',
  ].join('\n');
}

const usual = new Set([...refusedAnywhere, ...refusedBodies].map(({ code }) => code));
const inPaths = refusalsOf({ path: '{id}' }).filter(({ code }) => !usual.has(code));
const own = ({ contract }: RouteAnswers) => contract.errors.filter(({ code }) => !usual.has(code));

function byStatus(kinds: readonly ErrorKind[]): string {
  const statuses = [...new Set(kinds.map(({ status }) => status))].toSorted();
  return statuses
    .map((status) => {
      const codes = kinds.filter((kind) => kind.status === status).map(({ code }) => code);
      return `${status} (${[...new Set(codes)].join(', ')})`;
    })
    .join(', ');
}

/** The sentence with the names of what it tells in place of that. */
function detailOf(make: RefusalFactory<never>): string {
  const { code } = make;
  if (code === validationFailed.code) return detailOfFaults();
  // A list of one reads as its element and can be joined as a list.
  const named = new Proxy({}, { get: (_, name) => [`<${String(name)}>`] });
  return quoted(make(named as never).message);
}

function detailOfFaults(): string {
  const of = { struct: '<Struct>', field: '<Field>', value: '' };
  const faults = [
    fault({ ...of, tag: 'required' }),
    fault({ ...of, tag: '<rule>', param: '<limit>' }),
  ];
  return quoted(validationFailed(faults).message);
}

const quoted = (text: string) => `\`${text}\``;
