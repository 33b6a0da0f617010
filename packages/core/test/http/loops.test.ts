import { expect, it } from "vitest";
import { runScenario, type Script } from "./run-scenario.ts";

/** The model that calls `name` with what `written` gives, for ever; without tools it sums up. */
const forEver =
  (name: string, written: (position: number) => object): Script =>
  ({ body }, position) =>
    body.includes('"tools":')
      ? { calls: [{ id: `c${position}`, name, arguments: JSON.stringify(written(position)) }] }
      : { text: "Summed up: nothing more to do." };

it("identical calls: a note after three, one refusal, then the end with a summary", async () => {
  const { trace, requests, tools, events, results } = await runScenario({
    script: forEver("read", () => ({ path: "a" })),
  });
  expect(tools.count("read")).toBe(3);
  expect(events("loop.detected").map((event) => event.data.action)).toEqual(["noted", "denied", "stopped"]);
  expect(results().map((line) => line.split(":")[0])).toEqual(["ok", "ok", "ok", "denied", "denied"]);
  expect(requests).toHaveLength(6);
  expect(requests[3]?.body).toContain("You are repeating yourself");
  expect(trace.failure?.code).toBe("DOOM_LOOP");
  expect(trace.summary).toContain("Summed up");
});

it("alternating calls are a cycle", async () => {
  const { trace, requests, tools, events } = await runScenario({
    script: forEver("read", (position) => ({ path: position % 2 === 0 ? "a" : "b" })),
  });
  expect(tools.count("read")).toBe(6);
  expect(events("loop.detected")[0]?.data.detector).toBe("cycle");
  expect(requests).toHaveLength(9);
  expect(trace.failure?.code).toBe("DOOM_LOOP");
});

it("identical malformed calls are a loop too", async () => {
  const { trace, requests, tools } = await runScenario({
    script: ({ body }, position) =>
      body.includes('"tools":')
        ? { calls: [{ id: `c${position}`, name: "read", arguments: '{"path":' }] }
        : { text: "I can't write JSON." },
  });
  expect(tools.runs).toEqual([]);
  expect(requests).toHaveLength(6);
  expect(trace.failure?.code).toBe("DOOM_LOOP");
});

it("new arguments with the same error: note, refusal, end", async () => {
  const { trace, tools, events } = await runScenario({
    script: forEver("fail", (position) => ({ path: `p${position}` })),
  });
  expect(events("loop.detected")[0]?.data).toMatchObject({
    detector: "same_error",
    action: "noted",
    count: 5,
  });
  expect(tools.count("fail")).toBe(6);
  expect(trace.failure?.code).toBe("DOOM_LOOP");
});

it("the same finding again and again is no progress; equal results of changes are", async () => {
  const looking = await runScenario({ script: forEver("say", (position) => ({ path: `p${position}` })) });
  expect(looking.events("loop.detected")[0]?.data.detector).toBe("no_progress");
  expect(looking.trace.failure?.code).toBe("DOOM_LOOP");
});

it("a poll whose result changes is no loop, however often and with the same words", async () => {
  const { trace, tools, events } = await runScenario({
    script: (_request, position) =>
      position < 20
        ? { text: "Still waiting.", calls: [{ id: `c${position}`, name: "poll", arguments: "{}" }] }
        : { text: "ready" },
  });
  expect(trace.status).toBe("completed");
  expect(tools.count("poll")).toBe(20);
  expect(events("loop.detected").map((event) => event.data.action)).toEqual(["polling"]);
});

it("the same words beside new calls are noted once and stop nothing", async () => {
  const { trace, events } = await runScenario({
    script: (_request, position) =>
      position < 10
        ? {
            text: "Next file.",
            calls: [
              { id: `c${position}`, name: "read", arguments: JSON.stringify({ path: `p${position}` }) },
            ],
          }
        : { text: "ready" },
  });
  expect(trace.status).toBe("completed");
  expect(events("loop.detected").map((event) => event.data.action)).toEqual(["noted"]);
});

it("who takes another way after the note goes on", async () => {
  const { trace, events } = await runScenario({
    script: (_request, position) =>
      position < 3
        ? { calls: [{ id: `c${position}`, name: "read", arguments: "{}" }] }
        : position < 6
          ? { calls: [{ id: `c${position}`, name: "read", arguments: `{"path":"p${position}"}` }] }
          : { text: "found" },
  });
  expect(trace.status).toBe("completed");
  expect(events("loop.detected")).toHaveLength(1);
});

it.each(["text", "reasoning"] as const)(
  "%s that repeats itself is cut off, told, and ends the run the second time",
  async (channel) => {
    const endless = { [channel]: `Let me think. ${"I should look at the file again. ".repeat(200)}` };
    const { trace, requests, events } = await runScenario({
      script: ({ body }) => (body.includes('"tools":') ? endless : { text: "Summed up." }),
    });
    expect(events("loop.detected").map((event) => event.data.action)).toEqual(["noted", "stopped"]);
    expect(requests).toHaveLength(3);
    expect(requests[1]?.body).toContain(`the ${channel === "text" ? "answer" : "reasoning"} repeated itself`);
    expect(requests[1]?.body.length).toBeLessThan(6_000);
    expect(trace.failure?.code).toBe("DOOM_LOOP");
  },
);

it("new arguments for ever end at the step limit with a last call that has no tools", async () => {
  const { trace, requests, tools, events } = await runScenario({
    script: forEver("read", (position) => ({ path: `p${position}` })),
    limits: { maxSteps: 7 },
  });
  expect(tools.count("read")).toBe(7);
  expect(requests).toHaveLength(8);
  expect(requests[7]?.body).not.toContain('"tools":');
  expect(events("call.started").at(-1)?.data.purpose).toBe("final");
  expect(trace.status).toBe("failed");
  expect(trace.failure).toMatchObject({
    code: "LIMIT_REACHED",
    message: "Stopped at the limit of 7 steps (7 used).",
  });
  expect(trace.summary).toContain("Summed up");
});

it("calls in the last answer are refused, not run", async () => {
  const { trace, requests, tools, results } = await runScenario({
    script: (_request, position) => ({
      text: `Step ${position}`,
      calls: [{ id: `c${position}`, name: "write", arguments: `{"path":"p${position}"}` }],
    }),
    limits: { maxSteps: 2 },
  });
  expect(tools.count("write")).toBe(2);
  expect(results().at(-1)).toContain("denied: Not run");
  expect(requests).toHaveLength(3);
  expect(trace.failure?.code).toBe("LIMIT_REACHED");
});

it("the token limit ends a run the same way", async () => {
  const { trace, requests } = await runScenario({
    script: forEver("read", (position) => ({ path: `p${position}` })),
    limits: { maxTokens: 300 },
  });
  expect(trace.failure?.message).toContain("300 tokens");
  expect(requests).toHaveLength(4);
});

it("the time limit ends a run the same way", async () => {
  const { trace, requests } = await runScenario({
    limits: { maxDurationMs: 5_000 },
    script: ({ body }, position) =>
      position === 0
        ? { kind: "status", status: 429, headers: { "retry-after": "6" } }
        : body.includes('"tools":')
          ? { calls: [{ id: "c", name: "read", arguments: "{}" }] }
          : { text: "Out of time." },
  });
  expect(trace.failure?.message).toContain("5000 ms");
  expect(requests).toHaveLength(3);
});
