import { expect, it } from "vitest";
import { rebuildRequest } from "../../src/context/rebuild-request.ts";
import type { RequestReference } from "../../src/log/run-event.ts";
import { buildLog } from "../../src/testing/builders.ts";

/** The bytes of renderer 1. When they must change, increment `RENDERER_VERSION` and keep this constant. */
const GOLDEN = [
  '{"model":"mock","messages":[{"role":"system","content":"Work carefully.\\n\\n# AGENTS.md"},',
  '{"role":"user","content":"Look around"},',
  '{"role":"assistant","content":"Looking.","tool_calls":[{"id":"c1","type":"function","function":{"name":"read","arguments":"{\\"path\\":\\"ä\\"}"}}]},',
  '{"role":"tool","tool_call_id":"c1","content":"two\\nlines"},',
  '{"role":"assistant","content":null,"tool_calls":[{"id":"c2","type":"function","function":{"name":"read","arguments":"{}"}}]},',
  '{"role":"tool","tool_call_id":"c2","content":""},',
  '{"role":"user","content":"<runtime-state>\\nplan\\n</runtime-state>"}],"tools":[{"type":"function","function":{"name":"read"}}],"stream":true}',
].join("");

it("rebuilds the recorded bytes from a recorded log", () => {
  const log = buildLog();
  log.user("Look around");
  log.assistant({ text: "Looking.", calls: [{ id: "c1", name: "read", arguments: '{"path":"ä"}' }] });
  log.tool("c1", { output: "two\nlines" });
  log.assistant({ calls: [{ id: "c2", name: "read", arguments: "{}" }] });
  const last = log.tool("c2", { output: "" });
  log.user("Not yet part of this call");
  const blobs = new Map([
    ["i", "Work carefully."],
    ["p", "# AGENTS.md"],
    ["t", '[{"type":"function","function":{"name":"read"}}]'],
    ["s", "<runtime-state>\nplan\n</runtime-state>"],
  ]);
  const reference: RequestReference = {
    renderer: 1,
    model: "mock",
    quirks: "default",
    systemBlobs: ["i", "p"],
    toolsBlob: "t",
    tailBlob: "s",
    ranges: [[1, last.sequence]],
    parameters: '{"stream":true}',
    sha256: "",
  };
  expect(
    rebuildRequest(reference, log.entries, { sendReasoning: false, blobText: (sha256) => blobs.get(sha256) }),
  ).toBe(GOLDEN);
});

it("names a missing blob in the error", () => {
  const reference: RequestReference = {
    renderer: 1,
    model: "mock",
    quirks: "default",
    systemBlobs: ["gone"],
    toolsBlob: null,
    tailBlob: null,
    ranges: [],
    parameters: "{}",
    sha256: "",
  };
  expect(() => rebuildRequest(reference, [], { sendReasoning: false, blobText: () => undefined })).toThrow(
    /gone/,
  );
});

/** The bytes of renderer 2 after a clearing and a summary; kept like those of renderer 1. */
const GOLDEN_2 = [
  '{"model":"mock","messages":[{"role":"user","content":"marker\\n\\nstate\\n\\nsummary"},',
  '{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"read","arguments":"{\\"path\\":\\"a\\"}"}}]},',
  '{"role":"tool","tool_call_id":"c1","content":"[cleared: read({\\"path\\":\\"a\\"}) error · Error: no such file · 19 characters, again with read_result id=\\"c1\\"]"}],"stream":true}',
].join("");

/** The bytes of renderer 3 for the same log: placeholders list facts. */
const GOLDEN_3 = GOLDEN_2.replace("no such file ·", "no such file P-90210 · P-90210 ·").replace(
  "19 ch",
  "27 ch",
);

/** Thirty facts; renderer 3 listed 24 of them, renderer 4 lists up to 40. */
const MANY_FACTS = Array.from({ length: 30 }, (_, index) => `P-${70_000 + index}`);
const goldenWithFacts = (listed: number): string =>
  GOLDEN_2.replace(
    "Error: no such file",
    `none · P-70000 · P-70001 · ${MANY_FACTS.slice(0, listed).join(" ")}`,
  ).replace("19 ch", "246 ch");

it.each([
  [2, "Error: no such file", GOLDEN_2],
  [3, "Error: no such file P-90210", GOLDEN_3],
  [3, `none\n\n\n${MANY_FACTS.join("\n")}`, goldenWithFacts(24)],
  [4, `none\n\n\n${MANY_FACTS.join("\n")}`, goldenWithFacts(30)],
])("rebuilds a request of renderer %i after a compaction from its events", (renderer, output, golden) => {
  const log = buildLog();
  log.user("Look around");
  log.assistant({ calls: [{ id: "c1", name: "read", arguments: '{"path":"a"}' }] });
  const result = log.tool("c1", { output, outcome: "error", toolName: "read" });
  const figures = { beforeTokens: 9, afterTokens: 5 };
  log.event({
    type: "context.cleared",
    data: { sequences: [result.sequence], reason: "threshold", ...figures },
  });
  const finished = log.event({
    type: "compaction.finished",
    data: {
      compactionId: "x",
      reason: "threshold",
      layer: "summarise",
      source: "extractive",
      focus: null,
      ...figures,
      ratio: 0.5,
      messagesFolded: 1,
      fromSequence: 1,
      toSequence: 1,
      markerBlob: "m",
      attachmentsBlob: "a",
      summaryBlob: "s",
      archiveBlob: null,
      headTokens: { marker: 1, attachments: 1, summary: 1 },
      ledger: [],
      cost: 0,
      callId: null,
    },
  });
  const blobs = new Map([
    ["m", "marker"],
    ["a", "state"],
    ["s", "summary"],
  ]);
  const reference: RequestReference = {
    renderer,
    model: "mock",
    quirks: "default",
    systemBlobs: [],
    toolsBlob: null,
    tailBlob: null,
    ranges: [[2, 3]],
    view: finished.sequence,
    parameters: '{"stream":true}',
    sha256: "",
  };
  expect(
    rebuildRequest(reference, log.entries, { sendReasoning: false, blobText: (sha256) => blobs.get(sha256) }),
  ).toBe(golden);
});
