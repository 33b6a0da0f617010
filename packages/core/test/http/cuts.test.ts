import { expect, it } from "vitest";
import { IS_SOAK } from "../../src/testing/soak.ts";
import { encodeStream, type WireAnswer } from "./model-server.ts";
import { runScenario } from "./run-scenario.ts";

const answer: WireAnswer = {
  reasoning: "Hm.",
  text: "Grüße 🙂",
  calls: [{ id: "c1", name: "write", arguments: '{"path":"ä"}' }],
};
const bytes = encodeStream(answer);
/** From here on, the finish reason is known; only usage and the end mark follow. */
const complete = new TextDecoder().decode(bytes).indexOf('"finish_reason":"tool_calls"');
const bytesUntilComplete = new TextEncoder().encode(
  new TextDecoder().decode(bytes).slice(0, complete),
).length;

/** Tests one in this many of the ordinary cut positions; soak tests all. */
const STRIDE = IS_SOAK ? 1 : 64;
const NEWLINE = 10;
const LAST_ASCII = 127;

/** Cuts within a character, at the end of a line or of the stream are most likely to be misread. */
function isCritical(length: number): boolean {
  const [before, after] = [bytes[length - 1] ?? NEWLINE, bytes[length] ?? NEWLINE];
  return (
    [before, after].some((byte) => byte === NEWLINE || byte > LAST_ASCII) || length === bytesUntilComplete
  );
}

function cutPositions(end: "break" | "close"): readonly number[] {
  const first = end === "break" ? 0 : Math.floor(STRIDE / 2);
  return [...bytes.keys()].filter((length) => isCritical(length) || length % STRIDE === first);
}

it.each(["break", "close"] as const)(
  "retries a stream that was cut anywhere (%s), withdraws its deltas and runs none of its calls",
  { timeout: 600_000 },
  async (end) => {
    for (const length of cutPositions(end)) {
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
