import { expect, it } from "vitest";
import { ANSWER_PACE, MAX_ANSWER_CALLS, MAX_ANSWER_CHARACTERS } from "../../src/tunables.ts";
import type { Reply } from "./model-server.ts";
import { runScenario } from "./run-scenario.ts";

const PIECE_CHARACTERS = 50_000;
const PIECES = Math.ceil(MAX_ANSWER_CHARACTERS / PIECE_CHARACTERS) + 1;

/** A stream of `PIECES` deltas that never ends: the connection stays open after them. */
function endless(toDelta: (piece: string, index: number) => object): Reply {
  const lines = Array.from({ length: PIECES }, (_, index) => {
    const piece = wordsOf(index);
    return `data: ${JSON.stringify({ choices: [{ index: 0, delta: toDelta(piece, index) }] })}\n\n`;
  });
  return { kind: "bytes", bytes: new TextEncoder().encode(lines.join("")), end: "hang" };
}

/** Text without repetitions, which would be cut for another reason. */
function wordsOf(index: number): string {
  let text = "";
  for (let count = index * PIECE_CHARACTERS; text.length < PIECE_CHARACTERS; count += 1)
    text += `${((count * 2_654_435_761) % 4_294_967_296).toString(36)} `;
  return text.slice(0, PIECE_CHARACTERS);
}

/** Times out long after the test, so that only the limit can end the stream. */
const patient = { firstByteMs: 600_000, idleMs: 600_000 };

it("cuts endless arguments, runs nothing, and shows the model only their beginning", async () => {
  const { trace, tools, results, requests } = await runScenario({
    script: [
      endless((piece, index) => ({
        tool_calls: [
          index === 0
            ? { index: 0, id: "c1", function: { name: "write", arguments: `{"path":"${piece}` } }
            : { index: 0, function: { arguments: piece } },
        ],
      })),
      { text: "done" },
    ],
    ...patient,
  });
  expect(tools.runs).toEqual([]);
  expect(results()[0]).toContain("output limit");
  expect(requests).toHaveLength(2);
  expect(requests[1]?.body.length).toBeLessThan(20_000);
  expect(trace.status).toBe("completed");
});

it("cuts an endless text, read at the pace of a model, and ends the run with it", async () => {
  const { trace, entries, requests, events, clock } = await runScenario({
    script: [endless((content) => ({ content }))],
    ...patient,
  });
  const answer = entries.find((entry) => entry.kind === "message" && entry.role === "assistant");
  expect(answer).toMatchObject({ finishReason: "length" });
  expect(answer?.kind === "message" && answer.role === "assistant" ? answer.text.length : 0).toBe(
    MAX_ANSWER_CHARACTERS,
  );
  expect(events("limit.reached").map((event) => event.data.limit)).toEqual(["output"]);
  expect(trace.status).toBe("completed");
  expect(requests).toHaveLength(1);
  const paced = MAX_ANSWER_CHARACTERS - ANSWER_PACE.burst - PIECE_CHARACTERS;
  expect(clock.monotonic()).toBeGreaterThan((paced / ANSWER_PACE.perSecond) * 1_000);
});

it("cuts endless reasoning and does not ask for it again", async () => {
  const { trace, requests } = await runScenario({
    script: [endless((piece) => ({ reasoning_content: piece }))],
    ...patient,
  });
  expect(trace.failure).toMatchObject({ code: "MODEL_EMPTY_ANSWER" });
  expect(trace.failure?.message).toContain("endless");
  expect(requests).toHaveLength(1);
});

it("cuts an answer with too many calls before it runs the last one", async () => {
  const calls = Array.from({ length: MAX_ANSWER_CALLS + 200 }, (_, index) => ({
    id: `c${index}`,
    name: "read",
    arguments: JSON.stringify({ path: `f${index}` }),
  }));
  const { tools, results } = await runScenario({ script: [{ calls }, { text: "done" }], ...patient });
  expect(tools.runs).toHaveLength(MAX_ANSWER_CALLS);
  expect(results()).toHaveLength(MAX_ANSWER_CALLS + 1);
  expect(results().at(-1)).toContain("output limit");
});
