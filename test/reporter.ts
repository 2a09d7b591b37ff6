import { writeSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

const STDOUT = 1;

/** Why a test was left out, as it says itself: `skip('reason')`. */
function reasonOf(test: TestCase): string {
  const result = test.result();
  return (result.state === 'skipped' ? result.note : undefined) ?? 'no reason given';
}

/** A file or a group that failed outside its tests: it did not load, or a hook threw. */
const failures = (module: TestModule): number =>
  Number(module.errors().length > 0) +
  [...module.children.allSuites()].filter((suite) => suite.errors().length > 0).length;

/** Counts tests, and prints the one line that machines read after everything else: `12 passed, 0 failed, 1 skipped`. */
export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    let passed = 0;
    let failed = unhandled.length;
    const skipped: string[] = [];
    for (const module of modules) {
      const lost = failures(module);
      failed += lost;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed++;
        else if (state === 'failed') failed++;
        else skipped.push(`skipped: ${module.relativeModuleId}: ${test.fullName}: ${reasonOf(test)}`);
      }
    }
    const counts = `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`;
    process.once('exit', () => writeSync(STDOUT, `${[...skipped, counts].join('\n')}\n`));
  }
}
