import { expect, it } from "vitest";
import { streamOf } from "./model-server.ts";
import { runScenario } from "./run-scenario.ts";

it("cancel in the middle of text keeps what was said and asks nothing more", async () => {
  const bytes = streamOf({ text: "One two three" }).slice(0, 450);
  const { trace, requests, events } = await runScenario({
    script: [{ kind: "bytes", bytes, end: "hang" }],
    onUpdate: (update, cancel) => {
      if (update.kind === "delta") cancel();
    },
  });
  expect(trace.status).toBe("cancelled");
  expect(trace.summary).toMatch(/^One t/);
  expect(events("signal.received").map((event) => event.data)).toEqual([
    { signalId: "signal", signal: "cancel", personId: "person", payload: { reason: "enough" } },
  ]);
  expect(requests).toHaveLength(1);
});

it("cancel in the middle of a tool ends it, and every call of the batch has a result", async () => {
  const calls = ["hold", "write", "read"].map((name, index) => ({ id: `c${index}`, name, arguments: "{}" }));
  const { trace, requests, tools, results } = await runScenario({
    script: [{ calls }],
    onUpdate: (update, cancel) => {
      if (update.kind === "entry" && update.entry.kind === "event" && update.entry.type === "tool.started")
        cancel();
    },
  });
  expect(trace.status).toBe("cancelled");
  expect(tools.runs).toEqual(['hold {"path":""}']);
  expect(results().map((line) => line.split(":")[0])).toEqual(["cancelled", "cancelled", "cancelled"]);
  expect(requests).toHaveLength(1);
});

it("cancel while waiting for another attempt stops the waiting", async () => {
  const { trace, requests } = await runScenario({
    script: [{ kind: "status", status: 503 }],
    onUpdate: (update, cancel) => {
      if (update.kind === "entry" && update.entry.kind === "event" && update.entry.type === "call.started")
        cancel();
    },
  });
  expect(trace.status).toBe("cancelled");
  expect(requests.length).toBeLessThanOrEqual(1);
});
