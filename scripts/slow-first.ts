import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take longest, most of them because they wait. They start first: started last, one of them would keep a processor idle. Vitest knows
 * durations only from earlier runs, and a fresh checkout has none. The order changes nothing but the duration.
 */
export const SLOW_FILES = [
  // Integration tests.
  "apps/cli/test/run.integration.test.ts",
  "tests/attack/cli.integration.test.ts",
  "apps/cli/test/compaction-crash.integration.test.ts",
  "apps/cli/test/crash.integration.test.ts",
  "tests/attack/web.db.test.ts",
  "apps/cli/test/people.integration.test.ts",
  "apps/cli/test/aimock.integration.test.ts",
  "tests/stored-logs/stored-logs.db.test.ts",
  "apps/web/src/server/auth/passwords-and-sessions.db.test.ts",
  "apps/cli/test/budgets.integration.test.ts",
  "apps/cli/test/database-crash.integration.test.ts",
  // Unit tests.
  "packages/core/test/http/slow-summaries.test.ts",
  "packages/core/test/compaction/replay.test.ts",
  "packages/core/test/laws/people-crash.test.ts",
  "packages/core/test/compaction/laws.test.ts",
  "packages/core/test/http/background-summary.test.ts",
  "packages/core/test/compaction/crash.test.ts",
  "packages/tools/src/files/grep-content.test.ts",
  "examples/examples.test.ts",
];

/** Runs slow files first and leaves the others in Vitest's order. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one.moduleId) - rank(other.moduleId));
  }
}

/** Returns the place of a file among the slow ones, from its path; all others come after them. */
export function rank(path: string): number {
  const place = SLOW_FILES.findIndex((file) => path.endsWith(`/${file}`));
  return place === -1 ? SLOW_FILES.length : place;
}
