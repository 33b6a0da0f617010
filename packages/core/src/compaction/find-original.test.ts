import { expect, it } from "vitest";
import { createOriginals, type Originals } from "./find-original.ts";
import type { RunEventPayloads } from "../log/run-event.ts";
import { buildLog, type LogBuilder } from "../testing/builders.ts";

const BLOB = "0123456789abcdef".repeat(4);
const SPILL = {
  toolCallId: "a",
  toolName: "read_file",
  characters: 9_000,
  shownCharacters: 900,
  tokens: 250,
};
const FOLD: RunEventPayloads["compaction.finished"] = {
  ...{ compactionId: "c", reason: "threshold", layer: "summarise", source: "model", focus: null },
  ...{ beforeTokens: 900, afterTokens: 300, ratio: 1 / 3, messagesFolded: 2, fromSequence: 1, toSequence: 2 },
  ...{ markerBlob: "m", attachmentsBlob: "t", summaryBlob: "s", cost: 0, callId: null, ledger: [] },
  headTokens: { marker: 1, attachments: 2, summary: 3 },
  archiveBlob: null,
};
const index = (log: LogBuilder): Originals => {
  const originals = createOriginals();
  for (const entry of log.entries) originals.add(entry);
  return originals;
};

it("finds the text of a result by the id of its call, and nothing by other ids", () => {
  const log = buildLog();
  log.user("go");
  log.assistant({ text: "Looking.", calls: [{ id: "a" }] });
  log.tool("a", { output: "the text", toolName: "list" });
  const originals = index(log);
  expect(originals.find("a")).toEqual({ kind: "text", text: "the text", title: "list" });
  expect(originals.find("b")).toBeUndefined();
  expect(originals.find("")).toBeUndefined();
});

it("finds a spilled result by call, by hash, and by the start of the hash that the model sees", () => {
  const log = buildLog();
  log.assistant({ calls: [{ id: "a" }] });
  log.event({ type: "result.spilled", data: { ...SPILL, blob: BLOB } });
  log.tool("a", { output: "start … end" });
  const originals = index(log);
  const found = { kind: "blob", sha256: BLOB, title: "read_file" };
  expect(originals.find("a")).toEqual(found);
  expect(originals.find(BLOB)).toEqual(found);
  expect(originals.find(BLOB.slice(0, 16))).toEqual(found);
  expect(originals.find(BLOB.slice(0, 15))).toBeUndefined();
});

it("finds the archive of a summary", () => {
  const log = buildLog();
  log.event({ type: "compaction.finished", data: FOLD });
  log.event({ type: "compaction.finished", data: { ...FOLD, archiveBlob: BLOB } });
  const originals = index(log);
  expect(originals.find(BLOB.slice(0, 16))).toEqual({
    kind: "blob",
    sha256: BLOB,
    title: "earlier user messages",
  });
});

it("does not find what was erased", () => {
  const log = buildLog();
  log.event({ type: "result.spilled", data: { ...SPILL, blob: "" } });
  expect(index(log).find("")).toBeUndefined();
});
