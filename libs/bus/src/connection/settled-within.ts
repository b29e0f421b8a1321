import { type Clock } from '@slipway/service';

/** Whether the promise was fulfilled within so many milliseconds; a rejection counts as no. */
export async function settledWithin(
  clock: Clock,
  milliseconds: number,
  promise: Promise<unknown>,
): Promise<boolean> {
  let cancel: () => void = () => undefined;
  const late = new Promise<boolean>((resolve) => {
    cancel = clock.after(milliseconds, () => resolve(false));
  });
  const fulfilled = promise.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([fulfilled, late]);
  } finally {
    cancel();
  }
}
