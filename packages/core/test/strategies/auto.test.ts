import { describe, expect, it } from "vitest";
import type { WireAnswer } from "../http/model-server.ts";
import { type Outcome, runScenario, type Scenario } from "../http/run-scenario.ts";
import { answerPlan, isAsked, readRequest } from "./plan-model.ts";

const runAuto = async (
  task: string,
  route: string = "no route",
  scenario: Partial<Scenario> = {},
): Promise<Outcome> =>
  await runScenario({
    ...{ strategy: "auto", task, price: { input: 1, output: 1, cachedInput: 1 } },
    script: ({ body }): WireAnswer =>
      isAsked(readRequest(body), "Decide how the person's last message") ? { text: route } : answerPlan(body),
    ...scenario,
  });

describe("a message whose route is certain", () => {
  it.each([
    ["Hello!", "DIRECT", 1],
    ["Read notes.md", "SIMPLE_TOOL", 1],
  ])("is routed without a model call: %s", async (task, route, calls) => {
    const { events, requests, trace } = await runAuto(task);
    expect(events("route.decided").map(({ data }) => [data.route, data.by, data.cost])).toEqual([
      [route, "rule", 0],
    ]);
    expect(requests).toHaveLength(calls);
    expect(requests[0]?.body.includes('"tools":')).toBe(route !== "DIRECT");
    expect(trace.status).toBe("completed");
  });

  it("is planned where it asks for a plan", async () => {
    const { events } = await runAuto("Make a plan for the sums and carry it out");
    expect(events("route.decided")[0]?.data).toMatchObject({ route: "PLAN_REQUIRED", by: "rule" });
    expect(events("plan.made")).toHaveLength(1);
  });
});

describe("a message whose route is open", () => {
  it("costs one call, whose reason and cost are in the log", async () => {
    const { events, trace } = await runAuto(
      "Something is wrong with the sums",
      '{"route":"PLAN_REQUIRED","reason":"Several parts."}',
    );
    const [decision] = events("route.decided");
    expect(decision?.data).toMatchObject({ route: "PLAN_REQUIRED", by: "model", reason: "Several parts." });
    expect(decision?.data.cost).toBeGreaterThan(0);
    expect(decision?.data.callId).toBe(events("call.finished")[0]?.data.callId);
    expect(events("plan.made")).toHaveLength(1);
    expect(trace.status).toBe("completed");
  });

  it.each(["PLAN_REQUIRED", '{"route":"MAYBE","reason":""}', ""])(
    "is worked on with tools after the garbage %j",
    async (garbage) => {
      const { events, requests } = await runAuto(
        "Something is wrong with the sums",
        garbage === "" ? "?" : garbage,
      );
      expect(events("route.decided").map(({ data }) => [data.route, data.by])).toEqual([
        ["SIMPLE_TOOL", "rule"],
      ]);
      expect(events("call.rejected")).toHaveLength(2);
      expect(requests.at(-1)?.body).toContain('"tools":');
    },
  );

  it("follows the route of its agent, if the agent has one", async () => {
    const { events, requests } = await runAuto("Something is wrong", "", { agent: { route: "DIRECT" } });
    expect(events("route.decided")[0]?.data).toMatchObject({ route: "DIRECT", by: "agent" });
    expect(requests).toHaveLength(1);
  });
});
