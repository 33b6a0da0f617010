import { expect, it } from "vitest";
import { encodeStream } from "./model-server.ts";
import { runScenario } from "./run-scenario.ts";

it("keeps the streamed text and sends no more requests when canceled during text", async () => {
  const bytes = encodeStream({ text: "One two three" }).slice(0, 450);
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

it("ends the tool and gives every call of the batch a result when canceled during a tool", async () => {
  const calls = ["hold", "write", "read"].map((name, index) => ({ id: `c${index}`, name, arguments: "{}" }));
  const { trace, requests, tools, results } = await runScenario({
    script: [{ calls }],
    onUpdate: (update, cancel) => {
      if (update.kind === "delta" && update.channel === "output") cancel();
    },
  });
  expect(trace.status).toBe("cancelled");
  expect(tools.runs).toEqual(['hold {"path":""}']);
  expect(results().map((line) => line.split(":")[0])).toEqual(["cancelled", "cancelled", "cancelled"]);
  expect(requests).toHaveLength(1);
});

it("stops waiting for a retry when canceled", async () => {
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
