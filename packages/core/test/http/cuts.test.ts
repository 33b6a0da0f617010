import { expect, it } from "vitest";
import { streamOf, type WireAnswer } from "./model-server.ts";
import { runScenario } from "./run-scenario.ts";

const answer: WireAnswer = {
  reasoning: "Hm.",
  text: "Grüße 🙂",
  calls: [{ id: "c1", name: "write", arguments: '{"path":"ä"}' }],
};
const bytes = streamOf(answer);
/** From here on the provider has said why it stopped; only usage and the end mark follow. */
const complete = new TextDecoder().decode(bytes).indexOf('"finish_reason":"tool_calls"');
const bytesUntilComplete = new TextEncoder().encode(
  new TextDecoder().decode(bytes).slice(0, complete),
).length;

it.each(["break", "close"] as const)(
  "R4 · a stream cut anywhere (%s) is asked for again as a whole, its deltas withdrawn, its calls not run",
  { timeout: 600_000 },
  async (end) => {
    for (let length = 0; length < bytes.length; length += 1) {
      const cut = { kind: "bytes", bytes: bytes.slice(0, length), end } as const;
      const { trace, tools, requests, events, results } = await runScenario({
        script: ({ body }, position) =>
          position === 0 ? cut : body.includes('"role":"tool"') ? { text: "done" } : answer,
      });
      const where = `cut after ${length} of ${bytes.length} bytes`;
      expect(trace.status, where).toBe("completed");
      expect(tools.runs, where).toEqual(['write {"path":"ä"}']);
      expect(results(), where).toEqual(["ok: wrote ä"]);
      if (length <= bytesUntilComplete) expect(events("call.attempt_failed"), where).toHaveLength(1);
      expect(requests.length, where).toBe(2 + events("call.attempt_failed").length);
    }
  },
);
