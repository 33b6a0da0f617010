import { readFileSync } from "node:fs";
import path from "node:path";
import { type Entry, readEntry } from "@goaltrace/core/log";
import { describe, expect, it } from "vitest";
import { referencedBlobs, toEntryRow } from "./entry-row.ts";

const RECORDED = path.join(import.meta.dirname, "../../../core/test/golden/events/stored.jsonl");
const hash = (digit: string): string => digit.repeat(64);
const toEntry = (fields: Record<string, unknown>): Entry =>
  readEntry({ id: "e", traceId: "t", sequence: 1, version: 1, at: 1, goalId: "root", ...fields });
const event = (type: string, data: Record<string, unknown>): Entry => toEntry({ kind: "event", type, data });
const sortedReferences = (entry: Entry): readonly string[] =>
  referencedBlobs(entry, toEntryRow(entry, "w").body).toSorted();

const FINISHED = {
  ...{ compactionId: "c", reason: "asked", layer: "summarise", source: "model", focus: null },
  ...{ beforeTokens: 9, afterTokens: 1, ratio: 0.1, messagesFolded: 1, fromSequence: 1, toSequence: 2 },
  ...{ markerBlob: hash("a"), attachmentsBlob: hash("b"), summaryBlob: hash("c"), archiveBlob: hash("d") },
  ...{ headTokens: { marker: 1, attachments: 1, summary: 1 }, ledger: [], cost: null, callId: null },
};
const REQUEST = {
  ...{ renderer: 1, model: "m", quirks: "none", ranges: [[1, 2]], parameters: "{}", sha256: hash("f") },
  ...{ systemBlobs: [hash("a"), hash("b")], toolsBlob: hash("c"), tailBlob: hash("d") },
};
const REPORT = { segments: [], totalTokens: 1, exact: false, window: 8, dropped: [] };
const MESSAGE = { kind: "message", description: "", tokens: 1 };
const USAGE = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, reasoningTokens: 0, estimated: false };
const PARTS = [
  { type: "image", mediaType: "image/png", blob: hash("a") },
  { type: "file", name: "n", mediaType: "text/plain", blob: hash("b") },
];
const FILE_READ = { toolCallId: "c", path: "p", sha256: hash("a") };
const PERMISSION = {
  ...{ toolCallId: "c", toolName: "n", effect: "allow", by: "rule", ruleId: null, reason: null },
  ...{ definitionDigest: hash("a"), argumentsDigest: hash("b") },
};

describe("the blobs that an entry references", () => {
  it.each([
    ["a context slot", event("context.set", { slot: "tools", blob: hash("a"), tokens: 1, source: "" }), "a"],
    [
      "a spilled result",
      event("result.spilled", {
        ...{ toolCallId: "c", toolName: "n", blob: hash("a") },
        ...{ characters: 9, shownCharacters: 1, tokens: 1 },
      }),
      "a",
    ],
    ["a compaction, its archive included", event("compaction.finished", FINISHED), "abcd"],
    [
      "a changed file, before and after",
      event("file.changed", {
        ...{ toolCallId: "c", path: "p", beforeBlob: hash("a"), afterBlob: hash("b"), added: 1, removed: 1 },
      }),
      "ab",
    ],
    [
      "images and files of a person",
      toEntry({ ...MESSAGE, role: "user", author: "person", parts: PARTS }),
      "ab",
    ],
    [
      "images and files of a result",
      toEntry({
        ...{ ...MESSAGE, role: "tool", parts: PARTS, toolCallId: "c", toolName: "n" },
        ...{ outcome: "ok", title: "", output: "", durationMs: 1 },
      }),
      "ab",
    ],
    [
      "a request, but not the hash of the request itself",
      event("call.started", { callId: "c", purpose: "step", step: 1, request: REQUEST, report: REPORT }),
      "abcd",
    ],
    [
      "a request with a field of a later version",
      event("call.started", {
        ...{ callId: "c", purpose: "step", step: 1, report: REPORT },
        request: { ...REQUEST, systemBlobs: [], schemaBlobs: [hash("e")] },
      }),
      "cde",
    ],
    [
      "recalled memories",
      event("memory.recalled", { memories: [], blob: hash("a"), tokens: 1, callId: null }),
      "a",
    ],
    [
      "a loaded skill",
      event("skill.loaded", {
        ...{ skill: "s", layer: "project", toolCallId: null, blob: hash("a"), tokens: 1, file: null },
      }),
      "a",
    ],
    ["experiences", event("experience.injected", { experiences: [], blob: hash("a"), tokens: 1 }), "a"],
    [
      "a value with a name",
      event("value.set", { name: "v", toolCallId: null, blob: hash("a"), characters: 1, tokens: 1 }),
      "a",
    ],
    [
      "a message, but not its text",
      toEntry({
        ...{ ...MESSAGE, role: "user", author: "person" },
        parts: [{ type: "text", text: hash("c") }, ...PARTS],
      }),
      "ab",
    ],
    [
      "a result, but neither its text nor its call",
      toEntry({
        ...{ ...MESSAGE, role: "tool", toolCallId: hash("c"), toolName: "read_file", outcome: "ok" },
        ...{ title: hash("d"), output: hash("e"), durationMs: 1, parts: PARTS },
      }),
      "ab",
    ],
    [
      "a call, but nothing that the model wrote",
      toEntry({
        ...{ ...MESSAGE, role: "assistant", callId: hash("a"), text: hash("b"), reasoning: hash("c") },
        toolCalls: [
          {
            ...{ id: hash("d"), name: hash("e"), arguments: hash("f") },
            received: { id: hash("1"), name: hash("2"), arguments: hash("3") },
            problem: { kind: "not_json", message: hash("4") },
          },
        ],
        ...{ model: hash("5"), finishReason: "tool_calls", usage: USAGE, cost: null },
        ...{ durationMs: 1, firstTokenMs: null },
      }),
      "",
    ],
    [
      "a result and the file version it is about, but nothing else that its tool adds",
      toEntry({
        ...{ ...MESSAGE, role: "tool", parts: PARTS, toolCallId: "c", toolName: "n" },
        ...{ outcome: "ok", title: "", output: "", durationMs: 1, longTermMemory: hash("c") },
        metadata: { blob: hash("d"), list: [hash("e")], deep: { sha256: hash("f") }, sha256: hash("1") },
      }),
      "1ab",
    ],
    ["a file that was read, whose hash references no blob", event("file.read", FILE_READ), ""],
    ["a permission, whose digests reference no blob", event("permission.decided", PERMISSION), ""],
    ["an entry that this version does not know", event("later.event", { deep: [{ blob: hash("a") }] }), "a"],
  ])("are all found: %s", (_, entry, digits) => {
    expect(sortedReferences(entry)).toEqual([...digits].map(hash));
  });
});

it("names blobs by convention in every recorded event, so that no reference is missed", () => {
  const other = /"(\w+)":"[0-9a-f]{64}"/g;
  for (const line of readFileSync(RECORDED, "utf8").trim().split("\n"))
    for (const [, name = ""] of line.matchAll(other)) expect(name).toMatch(/blobs?$|^sha256$|Digest$/i);
});
