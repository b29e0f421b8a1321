import { describe, expect, test } from '@jest/globals';
import { fault, Problem, validationFailed } from './index.js';

const struct = 'ClusterCreateParams';

describe('a validation failure', () => {
  test('is the body that VMK Engine shows for a missing name, key by key', () => {
    const faults = [fault({ struct, field: 'Name', tag: 'required', value: '' })];
    expect(JSON.stringify(validationFailed(faults).problem)).toBe(
      JSON.stringify({
        title: 'Validation Error',
        status: 422,
        detail: 'Name is required',
        errors: [
          {
            name: 'ClusterCreateParams.Name',
            reason:
              "Key: 'ClusterCreateParams.Name' Error:Field validation for 'Name' failed on the 'required' tag",
            more: {
              nsField: 'ClusterCreateParams.Name',
              field: 'Name',
              tag: 'required',
              param: '',
              value: '',
            },
          },
        ],
      }),
    );
  });

  test('has a sentence for each fault, in the order given', () => {
    const faults = [
      fault({ struct, field: 'Name', tag: 'required', value: '' }),
      fault({ struct, field: 'WorkerReplicas', tag: 'min', param: '1', value: 0 }),
      fault({ struct, field: 'ControlPlaneIP', tag: 'ipv4', value: 'fd00::1' }),
    ];
    const { detail, errors } = validationFailed(faults).problem;
    expect(detail).toBe(
      'Name is required, WorkerReplicas should be min=1, ControlPlaneIP should be ipv4',
    );
    expect(errors).toEqual(faults);
  });

  test('keeps the JSON type of the value on the wire', () => {
    const values = ['', 0, -7, null, true, { a: [1] }];
    const faults = values.map((value) => fault({ struct, field: 'F', tag: 'min', value }));
    const received = Problem.parse(JSON.parse(JSON.stringify(validationFailed(faults).problem)));
    expect(received.errors?.map(({ more }) => more?.['value'])).toEqual(values);
  });
});
