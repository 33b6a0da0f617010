import { defineConfig } from "vitest/config";
import { SlowFirst } from "./scripts/slow-first.ts";

const DATABASE_TESTS = ["**/*.db.test.ts", "**/*.integration.test.ts"];
/** A process starts with a larger young generation than it would grow to, which saves a tenth of the processor time of tests. */
const EXEC_ARGV = ["--min-semi-space-size=64", "--max-semi-space-size=64"];
/** Limits that only a test that hangs reaches: on a busy machine tests take several times as long. */
const PATIENCE = { testTimeout: 480_000, hookTimeout: 480_000, expect: { poll: { timeout: 60_000 } } };
/** A test that fails by chance is repeated once, so that it blocks no one, and listed; soak looks for such tests. */
const REPEATS = { retry: process.env.GOALTRACE_SOAK === "1" ? 0 : 1 };
const NEVER = ["**/node_modules/**", "**/.next/**", "**/generated/**"];

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    // A busy machine takes longer than the default to end a process.
    teardownTimeout: 60_000,
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          include: [
            "{packages,apps}/*/{src,test,tests}/**/*.test.{ts,tsx}",
            "{scripts,examples}/**/*.test.{ts,mjs}",
          ],
          exclude: [...NEVER, ...DATABASE_TESTS],
          globalSetup: ["scripts/test-temporary-folder.ts"],
          setupFiles: ["scripts/property-seed.ts", "scripts/patient-waits.ts"],
          // Files share processes, because loading the modules for each file takes longer than its tests.
          isolate: false,
          execArgv: EXEC_ARGV,
          // The default leaves one processor free.
          maxWorkers: "100%",
          ...PATIENCE,
          ...REPEATS,
        },
      },
      {
        test: {
          name: "integration",
          environment: "node",
          include: DATABASE_TESTS,
          exclude: NEVER,
          globalSetup: ["scripts/test-temporary-folder.ts", "scripts/test-database.ts"],
          setupFiles: [
            "scripts/property-seed.ts",
            "scripts/patient-waits.ts",
            "scripts/test-file-database.ts",
          ],
          // Each file has its own database. Files share processes, because loading the modules takes over a second per file.
          isolate: false,
          execArgv: EXEC_ARGV,
          // More than the number of processors: many tests wait for a lease to expire or for a process.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          ...PATIENCE,
          ...REPEATS,
        },
      },
    ],
  },
});
