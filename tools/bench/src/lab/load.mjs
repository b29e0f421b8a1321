import autocannon from 'autocannon';

/**
 * 50 connections for `seconds`: requests a second and the 99th percentile in milliseconds, the latter
 * from every answer's own time, since the load generator rounds to whole milliseconds.
 */
export async function load(url, seconds) {
  const took = [];
  const result = await new Promise((resolve, reject) => {
    const run = autocannon({ url, connections: 50, duration: seconds }, (error, finished) =>
      error ? reject(error) : resolve(finished),
    );
    run.on('response', (_client, _status, _bytes, milliseconds) => took.push(milliseconds));
  });
  const failed = result.errors + result.non2xx;
  if (failed > 0) throw new Error(`${failed} requests to ${url} failed`);
  const times = Float64Array.from(took).sort();
  return {
    requests: times.length,
    perSecond: times.length / result.duration,
    p99: times[Math.floor(times.length * 0.99)],
  };
}
