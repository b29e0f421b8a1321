import { expect, jest, test } from '@jest/globals';
import { ManualClock } from '@slipway/service/testing';
import { Silence } from './silence.js';

const listening = (clock = new ManualClock()) => {
  const noticed = jest.fn();
  return { clock, noticed, silence: new Silence(clock, 600, noticed) };
};

/** Every timer fires six seconds late, as after a pause of the process. */
class LateClock extends ManualClock {
  override after(milliseconds: number, call: () => void): () => void {
    return super.after(milliseconds + 6000, call);
  }
}

test('is noticed once, after its time and at most a sixth later', async () => {
  const { clock, noticed } = listening();
  await clock.advance(600);
  expect(noticed).not.toHaveBeenCalled();
  await clock.advance(100);
  await clock.advance(6000);
  expect(noticed).toHaveBeenCalledTimes(1);
  expect(clock.pending).toBe(0);
});

test('begins anew with everything heard', async () => {
  const { clock, noticed, silence } = listening();
  for (let count = 0; count < 10; count++) {
    await clock.advance(590);
    silence.heard();
  }
  await clock.advance(600);
  expect(noticed).not.toHaveBeenCalled();
});

test('a pause of this process is no silence of the other', async () => {
  const { clock, noticed, silence } = listening(new LateClock());
  await clock.advance(10_000);
  expect(noticed).not.toHaveBeenCalled();
  silence.end();
});

test('leaves no timer once ended', () => {
  const { clock, silence } = listening();
  silence.end();
  expect(clock.pending).toBe(0);
});
