import { expect, it } from "vitest";
import { compareReplay, toRecording, type Recording } from "../../src/log/replay.ts";
import { runScenario } from "./run-scenario.ts";

/** Two model calls with a tool call between them, of a task; `path` is what the tool is called with. */
async function recordRun(task: string, path: string): Promise<Recording> {
  const { entries } = await runScenario({
    task,
    script: [{ calls: [{ id: "c1", name: "read", arguments: JSON.stringify({ path }) }] }, { text: "done" }],
  });
  return toRecording(entries);
}

it("a run made again sends the same requests, and one byte less in one of them is reported at that call", async () => {
  const recorded = await recordRun("Read the file.", "a");
  expect(recorded.calls).toHaveLength(2);
  expect(compareReplay(recorded, await recordRun("Read the file.", "a"))).toBeNull();
  expect(compareReplay(recorded, await recordRun("Read the file", "a"))).toMatchObject({
    position: 0,
    what: "request",
  });
});

it("a request is compared by all that was sent, not by its task alone", async () => {
  const recorded = await recordRun("Read the file.", "a");
  const replayed = await recordRun("Read the file.", "b");
  const [first, second] = replayed.calls;
  if (first === undefined || second === undefined) throw new Error("two model calls were recorded");
  // The first answers differ already; with that one as recorded, what is left is the second request.
  const answers = recorded.calls.map((call) => call.answer);
  const spliced = [{ ...first, answer: answers[0] ?? null }, second];
  expect(compareReplay(recorded, { calls: spliced, results: recorded.results })).toMatchObject({
    position: 1,
    what: "request",
  });
});
