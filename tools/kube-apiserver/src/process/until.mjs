/**
 * Asks `condition` until it answers something truthy, which is returned. Rejects after `within`
 * milliseconds with what was waited for and the last error, or at once with what `giveUp` returns.
 */
export async function until(condition, { within, because, every = 50, giveUp = () => undefined }) {
  const end = performance.now() + within;
  let last;
  for (;;) {
    const hopeless = giveUp();
    if (hopeless) throw hopeless;
    try {
      const answer = await condition();
      if (answer) return answer;
    } catch (error) {
      last = error;
    }
    if (performance.now() > end) {
      const why = last ? `; last: ${last.message}` : '';
      throw new Error(`waited ${within} ms for ${because}${why}`);
    }
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}
