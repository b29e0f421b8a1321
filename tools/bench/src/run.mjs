/**
 * `npm run bench -- [NAME …] [--quick] [--list]`: each bench beside its rival in the same run. Exits 1 when
 * a bar is missed, 2 when asked for something unknown.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benches } from './benches/index.mjs';
import { buildActors, buildBundles } from './lab/build.mjs';
import { Programs } from './lab/programs.mjs';
import { table } from './lab/table.mjs';

const { names, quick, list } = readArguments();
if (list) {
  for (const { id, about, rival } of benches)
    console.log(`${id.padEnd(4)} ${about} (rival: ${rival})`);
  process.exit(0);
}
const chosen = names.length === 0 ? benches : benches.filter(({ id }) => names.includes(id));

process.on('SIGINT', () => process.exit(130));
console.log('building');
await buildActors();
await buildBundles([...new Set(chosen.flatMap(({ bundles }) => bundles))]);
console.log(`Node ${process.version}, ${cpus().length} CPUs, ${cpus()[0]?.model.trim()}`);
console.log('Absolute figures count on an idle machine alone; ratios come from pairs of one run.');

let missed = 0;
for (const bench of chosen) {
  console.log(`\n${bench.id}: ${bench.about}; rival: ${bench.rival}`);
  const programs = new Programs();
  try {
    const rows = await bench.run({ programs, quick, pairs: quick ? 3 : 5 });
    console.log(table(rows));
    missed += rows.filter(({ pass }) => pass === false).length;
  } finally {
    await programs.stop();
  }
}
console.log(missed === 0 ? '\nevery bar held' : `\n${missed} missed`);
process.exit(missed === 0 ? 0 : 1);

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { quick: { type: 'boolean' }, list: { type: 'boolean' } },
    });
    const asked = positionals.map((name) => name.toUpperCase());
    const unknown = asked.filter((name) => !benches.some(({ id }) => id === name));
    if (unknown.length > 0) throw new Error(`no bench ${unknown.join(', ')}; see --list`);
    return { names: asked, quick: values.quick ?? false, list: values.list ?? false };
  } catch (error) {
    console.error(error.message);
    return process.exit(2);
  }
}
