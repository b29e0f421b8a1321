import { type AvailableVersion } from '@slipway/contracts';

/**
 * The Kubernetes releases on offer, newest first: the four newest minor versions that Cluster API 1.14
 * supports, with every patch release. A versions file replaces the list.
 */
export const releases: readonly AvailableVersion[] = [
  {
    version: '1.36',
    releases: [
      '1.36.9',
      '1.36.8',
      '1.36.7',
      '1.36.6',
      '1.36.5',
      '1.36.4',
      '1.36.3',
      '1.36.2',
      '1.36.1',
      '1.36.0',
    ],
  },
  {
    version: '1.35',
    releases: [
      '1.35.10',
      '1.35.9',
      '1.35.8',
      '1.35.7',
      '1.35.6',
      '1.35.5',
      '1.35.4',
      '1.35.3',
      '1.35.2',
      '1.35.1',
      '1.35.0',
    ],
  },
  {
    version: '1.34',
    releases: [
      '1.34.13',
      '1.34.12',
      '1.34.11',
      '1.34.10',
      '1.34.9',
      '1.34.8',
      '1.34.7',
      '1.34.6',
      '1.34.5',
      '1.34.4',
      '1.34.3',
      '1.34.2',
      '1.34.1',
      '1.34.0',
    ],
  },
  {
    version: '1.33',
    releases: [
      '1.33.13',
      '1.33.12',
      '1.33.11',
      '1.33.10',
      '1.33.9',
      '1.33.8',
      '1.33.7',
      '1.33.6',
      '1.33.5',
      '1.33.4',
      '1.33.3',
      '1.33.2',
      '1.33.1',
      '1.33.0',
    ],
  },
];
