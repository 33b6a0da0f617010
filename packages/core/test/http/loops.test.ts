import { expect, it } from "vitest";
import { runScenario, type Script } from "./run-scenario.ts";

/** A model that calls `name` forever with the arguments from `written`; without tools it summarizes. */
const repeatCall =
  (name: string, toArguments: (position: number) => object): Script =>
  ({ body }, position) =>
    body.includes('"tools":')
      ? { calls: [{ id: `c${position}`, name, arguments: JSON.stringify(toArguments(position)) }] }
      : { text: "Summed up: nothing more to do." };

it("notes identical calls after three, denies one, then ends with a summary", async () => {
  const { trace, requests, tools, events, results } = await runScenario({
    script: repeatCall("read", () => ({ path: "a" })),
  });
  expect(tools.count("read")).toBe(3);
  expect(events("loop.detected").map((event) => event.data.action)).toEqual(["noted", "denied", "stopped"]);
  expect(results().map((line) => line.split(":")[0])).toEqual(["ok", "ok", "ok", "denied", "denied"]);
  expect(requests).toHaveLength(6);
  expect(requests[3]?.body).toContain("You are repeating yourself");
  expect(trace.failure?.code).toBe("DOOM_LOOP");
  expect(trace.summary).toContain("Summed up");
});

it("detects alternating calls as a cycle", async () => {
  const { trace, requests, tools, events } = await runScenario({
    script: repeatCall("read", (position) => ({ path: position % 2 === 0 ? "a" : "b" })),
  });
  expect(tools.count("read")).toBe(6);
  expect(events("loop.detected")[0]?.data.detector).toBe("cycle");
  expect(requests).toHaveLength(9);
  expect(trace.failure?.code).toBe("DOOM_LOOP");
});

it("detects identical malformed calls as a loop", async () => {
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

it("notes, denies and ends repeated errors despite new arguments", async () => {
  const { trace, tools, events } = await runScenario({
    script: repeatCall("fail", (position) => ({ path: `p${position}` })),
  });
  expect(events("loop.detected")[0]?.data).toMatchObject({
    detector: "same_error",
    action: "noted",
    count: 5,
  });
  expect(tools.count("fail")).toBe(6);
  expect(trace.failure?.code).toBe("DOOM_LOOP");
});

it("treats identical results of a read-only tool as no progress", async () => {
  const outcome = await runScenario({ script: repeatCall("say", (position) => ({ path: `p${position}` })) });
  expect(outcome.events("loop.detected")[0]?.data.detector).toBe("no_progress");
  expect(outcome.trace.failure?.code).toBe("DOOM_LOOP");
});

it("accepts a poll with changing results, however often and with the same text", async () => {
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

it("notes repeated text beside new calls, denies the calls when it continues, and then ends the run", async () => {
  const { trace, events, tools } = await runScenario({
    script: (request, position) =>
      !request.body.includes('"tools":')
        ? { text: "I kept saying the same." }
        : {
            text: "Next file.",
            calls: [{ id: `c${position}`, name: "read", arguments: `{"path":"p${position}"}` }],
          },
  });
  expect(trace.failure?.code).toBe("DOOM_LOOP");
  expect(events("loop.detected").map((event) => event.data.action)).toEqual(["noted", "denied", "stopped"]);
  expect(tools.count("read")).toBe(3);
});

it("continues a run that changes its text after the note", async () => {
  const { trace, events } = await runScenario({
    script: (_request, position) =>
      position < 8
        ? {
            text: position < 3 ? "Next file." : `File ${position}.`,
            calls: [{ id: `c${position}`, name: "read", arguments: `{"path":"p${position}"}` }],
          }
        : { text: "ready" },
  });
  expect(trace.status).toBe("completed");
  expect(events("loop.detected").map((event) => event.data.action)).toEqual(["noted"]);
});

it("runs the new calls of a batch whose other calls repeat a loop", async () => {
  const again = (position: number) => ({ id: `a${position}`, name: "read", arguments: "{}" });
  const { trace, events, tools } = await runScenario({
    script: (_request, position) => {
      if (position < 3) return { calls: [again(position)] };
      if (position > 3) return { text: "ready" };
      return { calls: [again(position), { id: "new", name: "write", arguments: '{"path":"a"}' }] };
    },
  });
  expect(trace.status).toBe("completed");
  expect(events("loop.detected").map((event) => event.data.action)).toEqual(["noted", "denied"]);
  expect([tools.count("read"), tools.count("write")]).toEqual([3, 1]);
});

it("continues a run that changes course after the note", async () => {
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
  "cuts off repetitive %s, notes it, and ends the run the second time",
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

it("ends endless new arguments at the step limit with a final call without tools", async () => {
  const { trace, requests, tools, events } = await runScenario({
    script: repeatCall("read", (position) => ({ path: `p${position}` })),
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

it("denies calls in the final answer", async () => {
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

it("ends a run at the token limit in the same way", async () => {
  const { trace, requests } = await runScenario({
    script: repeatCall("read", (position) => ({ path: `p${position}` })),
    limits: { maxTokens: 300 },
  });
  expect(trace.failure?.message).toContain("300 tokens");
  expect(requests).toHaveLength(4);
});

it("ends a run at the time limit in the same way", async () => {
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
