import { describe, expect, it } from "vitest";
import { z } from "zod";
import { childGoals } from "../../src/goals/goal-tree.ts";
import { foldGoals } from "../../src/goals/fold-goals.ts";
import type { Goal } from "../../src/goals/goal.ts";
import { defineTool } from "../../src/ports/tool.ts";
import type { WireAnswer } from "../http/model-server.ts";
import { type Outcome, runScenario, type Scenario } from "../http/run-scenario.ts";
import { createTestTools } from "../http/test-tools.ts";
import { answerCluster, CLUSTER, isAsked, readRequest } from "./plan-model.ts";

const runCluster = async (
  answer: (body: string) => WireAnswer,
  scenario: Partial<Scenario> = {},
): Promise<Outcome> =>
  await runScenario({ strategy: "rewoo", script: ({ body }) => answer(body), ...scenario });

const withSteps = (steps: readonly object[]) => (body: string) => answerCluster(body, steps);

function goalsOf({ entries }: Outcome): readonly Goal[] {
  const tree = foldGoals("Do it", entries);
  return childGoals(tree, tree.rootId);
}

describe("a graph of calls", () => {
  it("runs and is answered with two model calls; later calls use the results of earlier ones", async () => {
    const outcome = await runCluster(answerCluster);
    const { trace, requests, tools, events } = outcome;
    expect(trace).toMatchObject({ status: "completed", summary: "Both are read." });
    expect(requests).toHaveLength(2);
    expect(tools.runs).toEqual([
      'read {"path":"january"}',
      'read {"path":"february"}',
      'write {"path":"content of january and content of february"}',
    ]);
    expect(events("value.set").map(({ data }) => data.name)).toEqual(["E1", "E2", "E3"]);
    expect(events("claim.checked").map(({ data }) => data.verdict)).toEqual(["verified"]);
    const goals = goalsOf(outcome);
    expect(goals.map(({ title, status }) => `${title}: ${status}`)).toEqual([
      "January: completed",
      "February: completed",
      "Both: completed",
    ]);
    expect(goals[2]?.dependsOn).toEqual([goals[0]?.id, goals[1]?.id]);
    expect(goals.map(({ evidence }) => evidence.length)).toEqual([1, 1, 1]);
  });

  it("runs ready calls side by side: none ends before all of them have begun", async () => {
    const begun: string[] = [];
    const order: string[] = [];
    let openGate: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      openGate = resolve;
    });
    const meet = defineTool({
      name: "meet",
      description: "Ends when three have begun.",
      input: z.strictObject({ path: z.string() }),
      annotations: { readOnlyHint: true },
      timeLimitMs: 2_000,
      execute: async ({ path }) => {
        begun.push(path);
        order.push(`begin ${path}`);
        if (begun.length === 3) openGate();
        await gate;
        order.push(`end ${path}`);
        return path;
      },
    });
    const steps = ["a", "b", "c"].map((path, index) => ({
      id: `E${index + 1}`,
      tool: "meet",
      args: { path },
    }));
    const { trace } = await runCluster(withSteps(steps), { tools: createTestTools([meet]) });
    expect(trace.status).toBe("completed");
    expect(order.slice(0, 3)).toEqual(["begin a", "begin b", "begin c"]);
  });

  it("fails only the calls that need a failed one", async () => {
    const steps = [
      { id: "E1", title: "Broken", tool: "fail", args: { path: "x" } },
      { id: "E2", title: "Fine", tool: "read", args: { path: "y" } },
      { id: "E3", title: "Behind", tool: "read", args: { path: "${E1}" } },
      { id: "E4", title: "Beside", tool: "read", args: { path: "${E2}" } },
    ];
    const outcome = await runCluster(withSteps(steps));
    expect(goalsOf(outcome).map(({ title, status }) => `${title}: ${status}`)).toEqual([
      "Broken: failed",
      "Fine: completed",
      "Behind: failed",
      "Beside: completed",
    ]);
    expect(goalsOf(outcome)[2]?.summary).toBe("it needs E1, which failed");
    expect(outcome.requests.at(-1)?.body).toContain("E1 Broken: FAILED: fail failed: disk is full");
    expect(outcome.trace.status).toBe("completed");
  });

  it.each([
    [
      "a circle",
      [
        { id: "E1", tool: "read", args: { path: "${E2}" } },
        { id: "E2", tool: "read", args: { path: "${E1}" } },
      ],
      "wait for each other in a circle: E1, E2",
    ],
    ["a reference to nothing", [{ id: "E1", tool: "read", args: { path: "${E9}" } }], "E1 refers to E9"],
    ["an unknown dependency", [{ id: "E1", tool: "read", args: {}, deps: ["E7"] }], "E1 refers to E7"],
    ["an unknown tool", [...CLUSTER, { id: "E4", tool: "raed", args: {} }], "Did you mean read?"],
    ["arguments that do not fit", [{ id: "E1", tool: "read", args: { path: 3 } }], "do not fit read"],
    ["an id used twice", [CLUSTER[0] ?? {}, CLUSTER[0] ?? {}], "E1 is used twice"],
  ])(
    "with %s is refused before anything runs, and the run continues without it",
    async (_, steps, problem) => {
      const { events, tools, trace, requests } = await runCluster(withSteps(steps));
      expect(events("call.rejected").map(({ data }) => data.willRetry)).toEqual([true, false]);
      expect(events("call.rejected")[0]?.data.problem).toContain(problem);
      expect(requests[1]?.body).toContain("Your previous answer could not be used");
      expect(events("plan.made")[0]?.data.steps).toEqual([]);
      expect(tools.runs).toEqual([]);
      expect(trace.status).toBe("completed");
    },
  );
});

describe("results that do not suffice", () => {
  const insufficient = (body: string): WireAnswer =>
    isAsked(readRequest(body), "The planned calls have ended")
      ? { text: '{"answer":"March is missing.","evidence_sufficient":false}' }
      : answerCluster(body);

  it("lead to more steps, whose answer is the last call", async () => {
    const outcome = await runCluster(insufficient);
    const { events, trace, requests } = outcome;
    expect(events("claim.checked")[0]?.data).toMatchObject({
      verdict: "not_done",
      missing: ["March is missing."],
    });
    expect(events("plan.revised")[0]?.data.steps).toHaveLength(5);
    expect(requests[2]?.body).toContain("The plan does not lead to an answer yet");
    expect(goalsOf(outcome).at(-1)).toMatchObject({ title: "Add up the copy", status: "completed" });
    const last = requests.at(-1)?.body ?? "";
    expect(last).toContain("[STEP 1 DONE] January: content of january");
    expect(trace.status).toBe("completed");
  });

  it("include an answer of the solver that cannot be read", async () => {
    const { events } = await runCluster((body) =>
      isAsked(readRequest(body), "The planned calls have ended") ? { text: "Both." } : answerCluster(body),
    );
    expect(events("claim.checked")[0]?.data.verdict).toBe("not_done");
    expect(events("plan.revised")).toHaveLength(1);
  });
});

it("waits for a planned call as for any other", async () => {
  const asked: string[] = [];
  const { trace } = await runCluster(answerCluster, {
    environment: {
      permission: {
        decide: async ({ tool }) => {
          asked.push(tool);
          return tool === "write"
            ? { effect: "deny", by: "rule", reason: "Nothing is written." }
            : { effect: "allow" };
        },
      },
    },
  });
  expect(asked).toContain("write");
  expect(trace.status).toBe("completed");
});
