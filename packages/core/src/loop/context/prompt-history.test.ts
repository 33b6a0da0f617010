import { expect, it } from "vitest";
import type { RunEventPayloads } from "../../log/run-event.ts";
import type { ContentPart } from "../../log/message.ts";
import type { Blob, BlobStore } from "../../ports/blob-store.ts";
import { buildLog, buildTrace, type LogBuilder } from "../../testing/builders.ts";
import { createScriptedModel } from "../../testing/scripted-model.ts";
import { createPromptHistory, type PromptHistory } from "./prompt-history.ts";

const blob = (sha256: string): Blob => ({
  ...{ sha256, mediaType: "text/plain", encoding: "utf8", text: `text of ${sha256}` },
});
const compaction: RunEventPayloads["compaction.finished"] = {
  ...{ compactionId: "c", reason: "asked", layer: "summarise", source: "model", focus: null },
  ...{ beforeTokens: 9, afterTokens: 3, ratio: 1 / 3, messagesFolded: 1, fromSequence: 1 },
  ...{ toSequence: 1, archiveBlob: null, cost: null, callId: null, markerBlob: "marker" },
  ...{ attachmentsBlob: "attachments", summaryBlob: "summary", ledger: [] },
  headTokens: { marker: 1, attachments: 1, summary: 1 },
};

/** A history over a store that records which blobs were requested, by scope. */
async function history(
  write: (log: LogBuilder) => void,
  quirks: readonly string[] = ["default"],
): Promise<{ readonly history: PromptHistory; readonly requested: readonly unknown[] }> {
  const requested: unknown[] = [];
  const log = buildLog();
  write(log);
  const blobs: Pick<BlobStore, "getMany"> = {
    getMany: async (scope, hashes) => {
      requested.push([scope, hashes]);
      return hashes.filter((hash) => hash !== "gone").map(blob);
    },
  };
  const created = await createPromptHistory({
    trace: buildTrace({ id: "trace" }),
    ports: { blobs: blobs as BlobStore, tokenizer: { count: (text) => text.length } },
    clients: quirks.map((name) => createScriptedModel([], { quirks: name })),
    tools: { find: () => undefined },
    entries: log.entries,
  });
  return { history: created, requested };
}

const scope = { workspaceId: "workspace", personId: "person" };
const user = (log: LogBuilder, parts: readonly ContentPart[]): unknown =>
  log.add({
    ...{ kind: "message", role: "user", author: "person", parts, goalId: "root" },
    ...{ description: "", tokens: 1 },
  });

it("reads no content for a log that only has texts", async () => {
  const { requested, history: created } = await history((log) => void log.user("Do it"));
  expect(requested).toEqual([]);
  expect(created.blobText("image")).toBeUndefined();
});

it("reads the content of messages, of the newest summary and of a prepared one at once", async () => {
  const { requested, history: created } = await history((log) => {
    log.user("Do it");
    log.event({ type: "compaction.finished", data: compaction });
    user(log, [
      { type: "text", text: "See" },
      { type: "image", mediaType: "image/png", blob: "image" },
      { type: "file", name: "a.pdf", mediaType: "application/pdf", blob: "file" },
    ]);
    log.assistant({ text: "Yes." });
    log.event({
      type: "compaction.prepared",
      data: { callId: "call", toSequence: 4, textBlob: "prepared", tokens: 9, cost: null },
    });
  });
  expect(requested).toEqual([[scope, ["prepared", "marker", "attachments", "summary", "image", "file"]]]);
  expect(created.blobText("summary")).toBe("text of summary");
  created.rememberBlob("new", "a new text");
  expect(created.blobText("new")).toBe("a new text");
  expect(created.blobText("gone")).toBeUndefined();
});

it("extends the view and the originals with each entry", async () => {
  const { history: created } = await history((log) => {
    log.assistant({ calls: [{ id: "call" }] });
    log.tool("call", { output: "full" });
  });
  expect(created.view.items).toHaveLength(2);
  expect(created.originals.find("call")).toEqual({ kind: "text", text: "full", title: "read_file" });
  const log = buildLog({ first: 3 });
  created.add(log.user("More"));
  created.add(log.tool("other", { output: "again" }));
  expect(created.view.items).toHaveLength(4);
  expect(created.originals.find("other")).toEqual({ kind: "text", text: "again", title: "read_file" });
});

it("counts reasoning if any of the models gets it sent back", async () => {
  const tokens = async (...quirks: readonly string[]): Promise<number> => {
    const { history: created } = await history((log) => {
      const answer = log.assistant({ text: "Yes." });
      log.add({ ...answer, reasoning: "x".repeat(50) });
    }, quirks);
    return created.view.tokens;
  };
  const plain = await tokens("default");
  expect(await tokens("default", "deepseek-thinking")).toBe(plain + 50);
  expect(await tokens("default", "openrouter")).toBe(plain);
});

it("keeps one assembler for each request format", async () => {
  const { history: created } = await history((log) => void log.user("Do it"));
  const assembler = created.assembler("default");
  expect(created.assembler("default")).toBe(assembler);
  expect(created.assembler("default+text-tools")).not.toBe(assembler);
});
