import { expect, it } from "vitest";
import { z } from "zod";
import { createAllowAllPermission, createNoRedactor } from "../../src/adapters/in-memory/index.ts";
import { GoaltraceError } from "../../src/errors.ts";
import type { RunEnvironment, RunEnvironments } from "../../src/ports/run-environment.ts";
import { defineTool } from "../../src/ports/tool.ts";
import { runScenario } from "./run-scenario.ts";
import { createTestTools } from "./test-tools.ts";

const refusal = new GoaltraceError({
  code: "CONFIGURATION_INVALID",
  message: "The tool server does not start.",
  fix: "Check its command.",
});

/** An environment without a model that counts how often it was closed. */
function countedEnvironments(overrides: Partial<RunEnvironment> = {}): RunEnvironments & { closed: number } {
  const counted = {
    closed: 0,
    openRun: async () => ({
      tools: { tools: [], find: () => undefined },
      permission: createAllowAllPermission(),
      redactor: createNoRedactor(),
      models: { resolve: async () => refusal.toFailure() },
      sources: [],
      forbiddenFolders: [],
      close: async () => void (counted.closed += 1),
      ...overrides,
    }),
  };
  return counted;
}

it("fails a run whose environment does not open and logs the reason", async () => {
  const openRun = async (): Promise<never> => {
    throw refusal;
  };
  const { trace, requests, events } = await runScenario({ script: [], ports: { environments: { openRun } } });
  expect(trace).toMatchObject({ status: "failed", failure: refusal.toFailure() });
  expect(requests).toHaveLength(0);
  expect(events("context.set")).toEqual([]);
});

it("leaves the run for the next claim after a database outage while the environment opens", async () => {
  const openRun = async (): Promise<never> => {
    throw new GoaltraceError({ code: "DATABASE_UNAVAILABLE", message: "No answer.", fix: "Wait." });
  };
  await expect(runScenario({ script: [], ports: { environments: { openRun } } })).rejects.toMatchObject({
    code: "DATABASE_UNAVAILABLE",
  });
});

it("ends as canceled when canceled while the environment opens", async () => {
  const openRun = async (): Promise<never> => {
    throw refusal;
  };
  const { trace } = await runScenario({ script: [], canceled: true, ports: { environments: { openRun } } });
  expect(trace).toMatchObject({ status: "cancelled", failure: null });
});

it("closes an environment once, even when the run fails", async () => {
  const environments = countedEnvironments();
  const { trace } = await runScenario({ script: [], ports: { environments } });
  expect(trace).toMatchObject({ status: "failed", failure: { message: refusal.message } });
  expect(environments.closed).toBe(1);
});

it("keeps the outcome of the run when its environment does not close", async () => {
  const warnings: string[] = [];
  const environments = countedEnvironments({
    close: async () => {
      throw new Error("still busy");
    },
  });
  const drop = (): void => undefined;
  const logger = { info: drop, error: drop, warn: (message: string) => void warnings.push(message) };
  const { trace } = await runScenario({ script: [], ports: { environments, logger } });
  expect(trace.failure).toMatchObject({ message: refusal.message });
  expect(warnings).toEqual(["run environment did not close"]);
});

it("sends and logs the text of a source after the instructions, with secrets masked", async () => {
  const { requests, events } = await runScenario({
    script: [{ text: "done" }],
    environment: {
      redactor: { ...createNoRedactor(), redact: (text) => text.replaceAll("s3cret", "[redacted]") },
      sources: [
        {
          slot: "project_context",
          trust: "untrusted",
          load: async () => ({ text: "Key: s3cret", source: "rules" }),
        },
      ],
    },
  });
  const request = z
    .object({ messages: z.array(z.object({ content: z.string() })) })
    .parse(JSON.parse(requests[0]?.body ?? ""));
  expect(request.messages[0]?.content).toMatch(/\n\nKey: \[redacted\]$/);
  expect(events("context.set").map(({ data }) => [data.slot, data.source, data.trust])).toEqual([
    ["instructions", "agent general", "workspace"],
    ["project_context", "rules", "untrusted"],
    ["tools", expect.stringMatching(/^\d+ tools$/), "workspace"],
  ]);
});

it("fails the run when a source does not load", async () => {
  const load = async (): Promise<never> => {
    throw refusal;
  };
  const { trace, requests } = await runScenario({
    script: [],
    environment: { sources: [{ slot: "project_context", trust: "untrusted", load }] },
  });
  expect(trace.failure).toEqual(refusal.toFailure());
  expect(requests).toHaveLength(0);
});

it("joins the instructions of a folder when a file in it is first read, and reports what that costs once", async () => {
  const loads: (readonly string[])[] = [];
  const readFile = defineTool({
    name: "read_file",
    description: "Reads a file.",
    input: z.strictObject({ path: z.string() }),
    annotations: { readOnlyHint: true },
    execute: ({ path }, { files }) => {
      files.remember(path, "hash");
      return `content of ${path}`;
    },
  });
  const paths = ["a.ts", "src/pay/b.ts", "src/pay/c.ts"];
  const outcome = await runScenario({
    script: (_, position) => {
      const path = paths[position];
      return path === undefined
        ? { text: "Done." }
        : { calls: [{ id: `c${position}`, name: "read_file", arguments: JSON.stringify({ path }) }] };
    },
    tools: createTestTools([readFile]),
    environment: {
      sources: [
        {
          ...{ slot: "project_context", trust: "untrusted" },
          load: async ({ touchedFolders }) => {
            loads.push(touchedFolders);
            return {
              text: ["Rules of .", ...touchedFolders.map((name) => `Rules of ${name}`)].join("\n"),
              source: "",
            };
          },
        },
      ],
    },
  });
  expect(outcome.trace.status).toBe("completed");
  expect(loads).toEqual([[], ["src", "src/pay"]]);
  expect(outcome.requests.map(({ body }) => body.includes("Rules of src/pay"))).toEqual([
    ...[false, false, true, true],
  ]);
  const cached = outcome
    .events("call.started")
    .map(({ data }) => data.report.segments.find(({ kind }) => kind === "user")?.cached);
  expect(cached).toEqual([false, true, false, true]);
});
