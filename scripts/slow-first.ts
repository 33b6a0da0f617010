import { readFile } from "node:fs/promises";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take longest, most of them because they wait. They start first: started last, one of them would keep a processor idle. Vitest knows
 * durations only from earlier runs, and a fresh checkout has none. The order changes nothing but the duration.
 */
export const SLOW_FILES = [
  // Integration tests.
  "apps/cli/test/run.integration.test.ts",
  "tests/attack/web.db.test.ts",
  "apps/cli/test/chat-pipe.integration.test.ts",
  "apps/cli/test/learned-window.integration.test.ts",
  "tests/attack/cli.integration.test.ts",
  "apps/cli/test/chat.integration.test.ts",
  "apps/cli/test/compaction-crash.integration.test.ts",
  "apps/cli/test/crash.integration.test.ts",
  "apps/cli/test/people.integration.test.ts",
  "apps/cli/test/compact.integration.test.ts",
  "apps/cli/test/waiting-runs.integration.test.ts",
  "apps/cli/test/commands.integration.test.ts",
  "apps/cli/test/aimock.integration.test.ts",
  "apps/cli/test/terminal.integration.test.ts",
  "packages/db/src/embedded.db.test.ts",
  "apps/web/src/server/auth/passwords-and-sessions.db.test.ts",
  "apps/cli/test/outages.integration.test.ts",
  "apps/cli/test/budgets.integration.test.ts",
  "apps/cli/test/interrupt.integration.test.ts",
  "packages/db/src/stores/store-contract.db.test.ts",
  "apps/cli/test/permissions.integration.test.ts",
  "apps/web/src/server/rest/rest-walk.db.test.ts",
  "apps/web/src/server/api/requests.db.test.ts",
  "apps/cli/test/admin.integration.test.ts",
  "apps/cli/test/database-crash.integration.test.ts",
  "tests/stored-logs/stored-logs.db.test.ts",
  "apps/cli/test/planted-keys.integration.test.ts",
  // Unit tests.
  "packages/tools/src/process/sandbox-repository.test.ts",
  "packages/core/test/compaction/laws.test.ts",
  "packages/core/test/laws/children.test.ts",
  "packages/core/test/laws/children-background.test.ts",
  "packages/core/test/http/slow-summaries.test.ts",
  "packages/host/src/process/watch-stalls.test.ts",
  "packages/tools/src/mcp/hostile-server.test.ts",
  "packages/tools/src/worktrees/worktrees.test.ts",
  "packages/core/test/compaction/unread.test.ts",
  "packages/tools/src/mcp/hostile-modes.test.ts",
  "packages/core/test/http/background-summary.test.ts",
  "packages/tools/src/code/code-tools.test.ts",
  "packages/tools/src/undo/undo-changes.test.ts",
  "packages/core/test/compaction/crash.test.ts",
  "packages/core/test/laws/children-budget.test.ts",
  "packages/tools/src/web/webfetch.test.ts",
  "packages/core/test/laws/children-worktrees.test.ts",
  "packages/host/src/mcp/run-tools.test.ts",
  "packages/core/test/laws/crash.test.ts",
  "packages/core/test/compaction/replay.test.ts",
  "packages/tools/src/files/grep-content.test.ts",
  "examples/examples.test.ts",
];

/** Matches the environment of a file that needs one other than the project's, as Vitest reads it. */
const ENVIRONMENT = /@vitest-environment\s+([\w-]+)\b/u;

/**
 * Runs the files of one environment one after the other, and of these the slow ones first; leaves the others in Vitest's order. Files share a
 * process only while the next file needs the same environment: mixed, every change would start a process and load all modules again.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const environments = new Map(
      await Promise.all(
        sorted.map(
          async ({ moduleId }) => [moduleId, environmentOf(await readFile(moduleId, "utf8"))] as const,
        ),
      ),
    );
    return inTurn(sorted, ({ moduleId }) => ({
      environment: environments.get(moduleId) ?? "",
      rank: rank(moduleId),
    }));
  }
}

/** The place of a file in a run: first by its environment, then by its rank among the slow ones. */
export type Place = { readonly environment: string; readonly rank: number };

/** Sorts files by place, those without a special environment first. Files of the same place keep their order. */
export function inTurn<File>(files: readonly File[], placeOf: (file: File) => Place): File[] {
  return files
    .map((file) => ({ file, place: placeOf(file) }))
    .toSorted((one, other) => compare(one.place, other.place))
    .map(({ file }) => file);
}

function compare(one: Place, other: Place): number {
  if (one.environment === other.environment) return one.rank - other.rank;
  return one.environment < other.environment ? -1 : 1;
}

/** Returns the environment that the source of a test file names; empty for the environment of its project. */
export function environmentOf(source: string): string {
  return ENVIRONMENT.exec(source)?.[1] ?? "";
}

/** Returns the place of a file among the slow ones, from its path; all others come after them. */
export function rank(path: string): number {
  const place = SLOW_FILES.findIndex((file) => path.endsWith(`/${file}`));
  return place === -1 ? SLOW_FILES.length : place;
}
