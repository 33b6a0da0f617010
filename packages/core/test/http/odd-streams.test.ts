import { expect, it } from "vitest";
import type { Reply } from "./model-server.ts";
import { runScenario } from "./run-scenario.ts";

const done = { text: "done" };
const chunk = (delta: object, finish: string | null = null): string =>
  JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] });
const stop = chunk({}, "stop");
const callPart = (fields: object): string => chunk({ tool_calls: [fields] });
const events = (...data: readonly string[]): string => data.map((line) => `data: ${line}\n\n`).join("");
const stream = (body: string, end: "close" | "hang" = "close"): Reply => ({
  kind: "bytes",
  bytes: new TextEncoder().encode(body),
  end,
});
const read = (path: string): object => ({ name: "read", arguments: JSON.stringify({ path }) });

it.each([
  [
    "with one data line that is not JSON",
    events(chunk({ content: "It is " }), "{oops", chunk({ content: "heron." }), stop),
  ],
  ["without a last line feed", `${events(chunk({ content: "It is heron." }))}data: ${stop}`],
  ["without blank lines", `data: ${chunk({ content: "It is heron." })}\ndata: ${stop}\n`],
  [
    "with events of several data lines",
    events(chunk({ content: "It is heron." })) +
      `data: {"choices": [\ndata: {"index": 0, "delta": {},\ndata: "finish_reason": "stop"}\ndata: ]}\n\n`,
  ],
  ["of newline-delimited JSON", `${chunk({ content: "It is heron." })}\n${stop}\n`],
  [
    "with choices out of order",
    events(
      '{"choices":[{"index":1,"delta":{"content":"no"}},{"index":0,"delta":{"content":"It is heron."}}]}',
      '{"choices":[{"index":1,"delta":{"content":"no"},"finish_reason":"length"}]}',
      stop,
    ),
  ],
])("reads an answer %s", async (_what, body) => {
  const { trace, requests } = await runScenario({ script: [stream(body)] });
  expect(trace.summary).toBe("It is heron.");
  expect(requests).toHaveLength(1);
});

it("reads a document that states no finish reason", async () => {
  const body = { choices: [{ message: { role: "assistant", content: "It is heron." } }] };
  const { trace, requests } = await runScenario({ script: [{ kind: "document", body }] });
  expect(trace.summary).toBe("It is heron.");
  expect(requests).toHaveLength(1);
});

it("logs the number of data lines that it left out", async () => {
  const body = events(chunk({ content: "It is " }), "{oops", "nor this", chunk({ content: "heron." }), stop);
  const { events: logged } = await runScenario({ script: [stream(body)] });
  expect(logged("call.finished")[0]?.data.unreadablePieces).toBe(2);
});

it("runs no call of which a part may be missing, and retries", async () => {
  const begun = callPart({ index: 0, id: "c1", function: { name: "write", arguments: '{"path":"a' } });
  const rest = callPart({ index: 0, function: { arguments: '"}' } });
  const body = events(begun, "{oops", rest, chunk({}, "tool_calls"));
  const {
    tools,
    requests,
    events: logged,
  } = await runScenario({
    script: [stream(body), { calls: [{ id: "c2", name: "write", arguments: '{"path":"b"}' }] }, done],
  });
  expect(tools.runs).toEqual(['write {"path":"b"}']);
  expect(logged("call.attempt_failed")[0]?.data.failure.message).toContain("part of a tool call");
  expect(requests).toHaveLength(3);
});

it("keeps a complete call when a line after it cannot be read", async () => {
  const call = callPart({ index: 0, id: "c1", function: read("a") });
  const body = events(call, "{oops", chunk({}, "tool_calls"));
  const { tools, requests } = await runScenario({ script: [stream(body), done] });
  expect(tools.runs).toEqual(['read {"path":"a"}']);
  expect(requests).toHaveLength(2);
});

it("separates calls that share the index 0 and have no ids", async () => {
  const body = events(
    callPart({ index: 0, function: { name: "read", arguments: '{"path":' } }),
    callPart({ index: 0, function: { arguments: '"a}"}' } }),
    callPart({ index: 0, function: read("b") }),
    callPart({ index: 0, function: { name: "write", arguments: "" } }),
    callPart({ index: 0, function: { arguments: '{"path":"c"}' } }),
    chunk({}, "tool_calls"),
  );
  const { tools } = await runScenario({ script: [stream(body), done] });
  expect(tools.runs).toEqual(['read {"path":"a}"}', 'read {"path":"b"}', 'write {"path":"c"}']);
});

it("does not take a repeated name at the end of a call for a new call", async () => {
  const body = events(
    callPart({ index: 0, function: read("a") }),
    callPart({ index: 0, function: { name: "read", arguments: "" } }),
    chunk({}, "tool_calls"),
  );
  const { tools, results } = await runScenario({ script: [stream(body), done] });
  expect(tools.runs).toEqual(['read {"path":"a"}']);
  expect(results()).toHaveLength(1);
});

it("reads a call in the old form of function_call", async () => {
  const body = events(
    chunk({ function_call: { name: "read", arguments: '{"path":' } }),
    chunk({ function_call: { arguments: '"a"}' } }),
    chunk({}, "function_call"),
  );
  const { tools } = await runScenario({ script: [stream(body), done] });
  expect(tools.runs).toEqual(['read {"path":"a"}']);
});

it("treats a leading <think> block in the content as reasoning", async () => {
  const pieces = ["\n<thi", "nk>A bird", ", then.</th", "ink>\n", "\nIt is <think>heron</think>."];
  const body = events(...pieces.map((content) => chunk({ content })), stop);
  const { trace, entries } = await runScenario({ script: [stream(body)] });
  expect(trace.summary).toBe("It is <think>heron</think>.");
  const answer = entries.find((entry) => entry.kind === "message" && entry.role === "assistant");
  expect(answer).toMatchObject({ reasoning: "A bird, then.", text: "It is <think>heron</think>." });
});

it("waits only briefly for the end of a stream after the finish reason", async () => {
  const body = events(chunk({ content: "It is heron." }), stop);
  const { trace, requests } = await runScenario({
    script: [stream(body, "hang")],
    ...{ firstByteMs: 600_000, idleMs: 600_000, finishedMs: 50 },
  });
  expect(trace.summary).toBe("It is heron.");
  expect(requests).toHaveLength(1);
});

it("rejects arguments that are nested too deeply and continues the run", async () => {
  const deep = `{"path":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
  const { trace, results, requests } = await runScenario({
    script: [{ calls: [{ id: "c1", name: "read", arguments: deep }] }, done],
  });
  expect(results()[0]).toContain("nested deeper than 100 levels");
  expect(requests[1]?.body.length).toBeLessThan(20_000);
  expect(trace.status).toBe("completed");
});
