import fc from "fast-check";
import { expect, it } from "vitest";
import { encodeStream, type Reply, type WireAnswer } from "../http/model-server.ts";
import { runScenario } from "../http/run-scenario.ts";
import { costlyRuns } from "../../src/testing/soak.ts";

const argumentTexts = fc.oneof(
  fc.constantFrom(
    "",
    "{}",
    '{"path":"a"}',
    '{"path":"b"}',
    "null",
    "[]",
    '```json\n{"path":"c"}\n```',
    '{"path":',
    '"{}"',
    '{"path":7}',
    "{}\u0000",
  ),
  fc.json({ maxDepth: 2 }),
);
const call = fc.record({
  id: fc.constantFrom("", "a", "b", "a_2", "c"),
  name: fc.constantFrom("read", "write", "poll", "fail", "say", "reed", "", "a b", "functions.read"),
  arguments: argumentTexts,
});
const answer: fc.Arbitrary<WireAnswer> = fc.record({
  text: fc.oneof(fc.constantFrom("", "Still at it.", "🙂 \ud83d"), fc.string()),
  reasoning: fc.constantFrom("", "Hm."),
  calls: fc.array(call, { maxLength: 4 }),
  finish: fc.constantFrom("stop", "tool_calls", "length", "content_filter", "max_tokens", "eos"),
});
const reply: fc.Arbitrary<Reply> = fc.oneof(
  { weight: 6, arbitrary: answer.map((wireAnswer): Reply => ({ kind: "answer", answer: wireAnswer })) },
  fc
    .tuple(answer, fc.nat({ max: 2_000 }), fc.constantFrom("break" as const, "close" as const))
    .map(([wireAnswer, length, end]): Reply => ({
      kind: "bytes",
      bytes: encodeStream(wireAnswer).slice(0, length),
      end,
    })),
  fc.record({
    kind: fc.constant("status" as const),
    status: fc.constantFrom(429, 500, 503, 408, 400, 401, 404, 418),
  }),
);

it("ends every run with valid, logged requests and each call run once, whatever the model does", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(reply, { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      async (replies, again) => {
        const { trace, entries, tools, requests } = await runScenario({
          limits: { maxSteps: 12 },
          script: (_request, position) =>
            (again ? replies[position % replies.length] : replies[position]) ?? { text: "That is all." },
        });
        expect(["completed", "failed"]).toContain(trace.status);
        expect(trace.status === "failed").toBe(trace.failure !== null);
        const started = entries.flatMap((entry) =>
          entry.kind === "event" && entry.type === "tool.started" ? [entry.data.toolCallId] : [],
        );
        expect(new Set(started).size).toBe(started.length);
        expect(tools.runs).toHaveLength(started.length);
        // Twelve steps and the final call, five attempts each.
        expect(requests.length).toBeLessThanOrEqual(13 * 5);
      },
    ),
    costlyRuns(200),
  );
});
