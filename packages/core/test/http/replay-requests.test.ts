import { expect, it } from "vitest";
import { compareReplay, toRecording, type Recording } from "../../src/log/replay.ts";
import { runScenario } from "./run-scenario.ts";

/** Records a run of two model calls with a tool call between them; `path` is the tool's argument. */
async function recordRun(task: string, path: string): Promise<Recording> {
  const { entries } = await runScenario({
    task,
    script: [{ calls: [{ id: "c1", name: "read", arguments: JSON.stringify({ path }) }] }, { text: "done" }],
  });
  return toRecording(entries);
}

it("sends equal requests in a repeated run and reports a one-byte difference at its call", async () => {
  const recorded = await recordRun("Read the file.", "a");
  expect(recorded.calls).toHaveLength(2);
  expect(compareReplay(recorded, await recordRun("Read the file.", "a"))).toBeNull();
  expect(compareReplay(recorded, await recordRun("Read the file", "a"))).toMatchObject({
    position: 0,
    what: "request",
  });
});

it("compares requests by all sent content, not only by the task", async () => {
  const recorded = await recordRun("Read the file.", "a");
  const replayed = await recordRun("Read the file.", "b");
  const [first, second] = replayed.calls;
  if (first === undefined || second === undefined) throw new Error("expected two recorded model calls");
  // The first answers already differ; replacing the first one leaves only the second request.
  const answers = recorded.calls.map((call) => call.answer);
  const spliced = [{ ...first, answer: answers[0] ?? null }, second];
  expect(compareReplay(recorded, { calls: spliced, results: recorded.results })).toMatchObject({
    position: 1,
    what: "request",
  });
});
