import { defineTool, type Tool, type ToolResult } from "@goaltrace/core";
import { errorResult } from "@goaltrace/core/tools";
import { z } from "zod";
import type { Machine } from "../process/machine.ts";
import { type CommandOutcome, runCommand } from "../process/run-command.ts";
import { COMMAND_DEFAULT_SECONDS } from "../process/tunables.ts";
import { resolveInside } from "../workspace/root.ts";
import { changesMetadata, commandResult, describeEnding } from "./command-result.ts";
import { findTestRunner, type Runner } from "./find-runner.ts";
import { readProjectFacts } from "./project-facts.ts";
import { type FailedTest, readTestReport, type TestReport } from "./test-report.ts";
import { timeoutSeconds } from "./timeout-seconds.ts";

const input = z.object({
  path: z
    .string()
    .optional()
    .describe("Test file or folder, relative to the project folder. Default: all tests."),
  timeout_seconds: timeoutSeconds,
});

/** Absent where the output of the runner cannot be read. */
const outputSchema = z.looseObject({
  passed: z.int().nullable().optional().describe("Tests that passed; null if the runner does not say."),
  failed: z.int().nullable().optional().describe("Tests that failed; null if the runner does not say."),
  failures: z
    .array(z.object({ name: z.string(), message: z.string(), place: z.string() }))
    .optional()
    .describe("Name, message and place (file:line) of tests that failed, the first 20."),
  exitCode: z.int().nullable().describe("Exit code of the runner; null if it was killed."),
});

/** Failures that a result lists; a model repairs them one after the other. */
const FAILURES_SHOWN = 20;

/** Creates the tool that runs a project's tests with its own runner and returns what failed where. */
export function runTestsTool(machine: Machine): Tool {
  return defineTool({
    name: "run_tests",
    description:
      "Runs the tests of the project with its own runner (vitest, jest, node:test, pytest, unittest, go test, cargo test, or its test script) and returns how many passed, and the name, message and place of each that failed.",
    input,
    outputSchema,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    subject: { kind: "command", field: "path", program: "run_tests", readsAs: "read_file" },
    endsOnAbort: true,
    timeLimitMs: Number.POSITIVE_INFINITY,
    async execute({ path, timeout_seconds: seconds = COMMAND_DEFAULT_SECONDS }, context) {
      const folder = context.projectFolder;
      if (folder === null)
        return errorResult("No project folder", "This run has no project folder, so it has no tests.");
      if (path !== undefined) {
        const resolved = await resolveInside(context, path, "read");
        if (!resolved.ok) return errorResult(`Tests of ${path}`, `Cannot run "${path}": ${resolved.message}`);
      }
      const runner = findTestRunner(await readProjectFacts(folder), path ?? null);
      if (runner === null)
        return errorResult(
          "No test runner found",
          "The project folder does not show how its tests are run: it has no test script and no file of a known runner. Run them with bash_command.",
        );
      const request = { command: runner.command, seconds, hasNetwork: false, folder };
      const outcome = await runCommand(machine, context, request);
      const report = readTestReport(runner.format, outcome.output);
      return report === null
        ? commandResult(runner.command, outcome, request)
        : testResult(runner, outcome, {
            report,
            seconds,
            containsSecret: (text) => context.containsSecret(text),
          });
    },
  });
}

function testResult(
  { name }: Runner,
  outcome: CommandOutcome,
  {
    report,
    seconds,
    containsSecret,
  }: {
    readonly report: TestReport;
    readonly seconds: number;
    readonly containsSecret: (text: string) => boolean;
  },
): ToolResult {
  const { passed, failed, failures } = report;
  const { ending, exitCode, durationMs, sandbox, changes } = outcome;
  const counts = `${String(passed ?? 0)} passed, ${String(failed ?? 0)} failed`;
  const more = failures.length - FAILURES_SHOWN;
  const lines = [
    `${counts} (${name}, ${describeEnding(outcome, seconds)}, ${(durationMs / 1000).toFixed(1)} s)`,
    ...failures.slice(0, FAILURES_SHOWN).map(describeFailure),
    ...(more > 0 ? [`… and ${String(more)} more failed tests.`] : []),
  ];
  // The output is masked when it is stored, these are not.
  const shown = failures.slice(0, FAILURES_SHOWN);
  const listed = containsSecret(JSON.stringify(shown)) ? [] : shown;
  return {
    outcome: ending === "exited" ? "ok" : "error",
    title: counts,
    output: lines.join("\n\n"),
    metadata: {
      passed,
      failed,
      failures: listed,
      exitCode,
      durationMs,
      sandbox,
      ...changesMetadata(changes),
    },
  };
}

function describeFailure({ name, message, place }: FailedTest): string {
  return `✗ ${name}${place === "" ? "" : `\n  ${place}`}\n  ${message.replaceAll("\n", "\n  ")}`;
}
