import { expect, it } from "vitest";
import { createInMemoryStores } from "../adapters/in-memory/index.ts";
import { rebuildRequest } from "../context/rebuild-request.ts";
import type { RequestReference } from "../log/run-event.ts";
import { buildLog, buildTrace, type LogBuilder, testRequest } from "../testing/builders.ts";
import { contentHash } from "./content-hash.ts";
import { readRequest, readRequestView } from "./read-request.ts";

const SCOPE = { workspaceId: "workspace", personId: "person" };
const SYSTEM = {
  sha256: "a".repeat(64),
  mediaType: "text/plain",
  encoding: "utf8" as const,
  text: "Be kind.",
};

/** Writes a call that sends every message so far; returns the sequence of its answer. */
async function call(log: LogBuilder, callId: string): Promise<number> {
  const last = log.entries.at(-1)?.sequence ?? 0;
  const reference: RequestReference = { ...testRequest, systemBlobs: [SYSTEM.sha256], ranges: [[1, last]] };
  const options = { sendReasoning: false, blobText: () => SYSTEM.text };
  const sha256 = await contentHash(rebuildRequest(reference, log.entries, options));
  const report = { segments: [], totalTokens: 1, exact: false, window: 1_000, dropped: [] };
  const request = { ...reference, sha256 };
  log.event({ type: "call.started", data: { callId, purpose: "step", step: 1, request, report } });
  const answer = buildLog().assistant({ text: `Answer of ${callId}` });
  return log.add({ ...answer, id: undefined, callId }).sequence;
}

async function twoCalls(erased = false) {
  const { traces, blobs } = createInMemoryStores();
  const log = buildLog();
  log.user("Hello");
  await call(log, "first");
  log.user("Go on");
  const sequence = await call(log, "second");
  if (!erased) await blobs.put(SCOPE, SYSTEM);
  const trace = buildTrace({ id: log.traceId }, log.entries);
  await traces.create(SCOPE, trace, log.entries, []);
  return { reader: { traces, blobs, scope: SCOPE }, trace, sequence };
}

it("rebuilds the exact bytes that were sent and verifies them", async () => {
  const { reader, trace, sequence } = await twoCalls();
  const request = await readRequest(reader, trace, sequence);
  expect(request.verified).toBe(true);
  expect(JSON.parse(request.body)).toMatchObject({
    messages: [
      { role: "system", content: "Be kind." },
      { role: "user", content: "Hello" },
      { role: "assistant" },
      { role: "user", content: "Go on" },
    ],
  });
});

it("compares a request with the previous one, message by message", async () => {
  const { reader, trace, sequence } = await twoCalls();
  const view = await readRequestView(reader, trace, sequence);
  expect(view).toMatchObject({ verified: true, previousSequence: 3, removed: [], earlier: 0 });
  expect(view.messages.map(({ change }) => change)).toEqual(["same", "same", "added", "added"]);
});

it("reports an erased blob, and an entry without a call", async () => {
  const { reader, trace, sequence } = await twoCalls(true);
  await expect(readRequest(reader, trace, sequence)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(readRequest(reader, trace, 1)).rejects.toThrow("Entry 1 does not belong to a model call.");
});
