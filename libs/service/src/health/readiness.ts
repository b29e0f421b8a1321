import { type Logger } from '../logger.js';
import { type Check, type CheckResult } from './check.js';

/** Asks the checks and says in the log when one turns, not at every probe. */
export class Readiness {
  #last = new Map<string, boolean>();

  constructor(
    private readonly checks: readonly Check[],
    private readonly logger: Logger,
  ) {}

  ask(): ReadonlyMap<string, CheckResult> {
    const results = new Map(this.checks.map((check) => [check.name, this.#result(check)]));
    for (const [name, result] of results) this.#tell(name, result);
    return results;
  }

  #result(check: Check): CheckResult {
    try {
      return check.check();
    } catch (error) {
      this.logger.error({ check: check.name, error }, `the check ${check.name} itself failed`);
      return { up: false, because: 'the check itself failed; the log says how' };
    }
  }

  #tell(name: string, { up, because }: CheckResult): void {
    const before = this.#last.get(name);
    this.#last.set(name, up);
    if (up === before || (up && before === undefined)) return;
    if (up) this.logger.info({ check: name }, `${name} is up again`);
    else
      this.logger.warn(
        { check: name, because },
        `${name} is down: ${because ?? 'no reason given'}`,
      );
  }
}
