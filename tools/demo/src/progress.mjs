export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** Says what is done, does it, and says how long it took. */
export async function step(what, work) {
  const begun = performance.now();
  process.stdout.write(`  ${what} …`);
  try {
    const result = await work();
    say(` ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    return result;
  } catch (error) {
    say(' failed');
    throw error;
  }
}
