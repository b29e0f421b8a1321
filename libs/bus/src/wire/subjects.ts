import { serviceOf } from '@slipway/contracts';

/** Where every replica of a service listens for the ids of calls whose caller has left. */
export const cancelSubject = (service: string): string => `slipway.v1.${service}.cancel`;

/** A contract in words for an error text: `clusters.list of cluster-api`. */
export function nameOf(subject: string): string {
  const service = serviceOf(subject);
  const [, verb = subject] = subject.split(`.${service}.`);
  return `${verb} of ${service}`;
}
