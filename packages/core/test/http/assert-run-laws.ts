import { createHash } from "node:crypto";
import { expect } from "vitest";
import { requestBlobHashes, rebuildRequest } from "../../src/context/rebuild-request.ts";
import type { Entry } from "../../src/log/entry.ts";
import { checkPairing } from "../../src/log/pairing.ts";
import type { RequestReference } from "../../src/log/run-event.ts";
import type { Update } from "../../src/log/update.ts";
import type { BlobStore } from "../../src/ports/blob-store.ts";
import { assertValidRequest } from "./assert-valid-request.ts";

const SCOPE = { workspaceId: "workspace", personId: "person" };

export type RunRecord = {
  readonly entries: readonly Entry[];
  readonly requests: readonly { readonly body: string }[];
  readonly blobs: BlobStore;
  readonly updates?: readonly Update[];
};

/** Asserts the laws that every run satisfies, regardless of the model. */
export async function assertRunLaws(record: RunRecord): Promise<void> {
  const { entries, requests } = record;
  expect(entries.map((entry) => entry.sequence)).toEqual(entries.map((_, index) => index + 1));
  expect(checkPairing(entries.filter((entry) => entry.kind === "message"))).toEqual([]);
  for (const { body } of requests) assertValidRequest(body);
  await assertRebuilt(record);
  if (record.updates !== undefined) assertUpdates(record.updates, entries);
}

/**
 * Each request matches one in the log, byte for byte and by its hash, in log order. A summary may be requested beside an answer and arrive
 * later. In log order, each request is a prefix of the next.
 */
async function assertRebuilt(record: RunRecord): Promise<void> {
  const logged = await rebuiltRequests(record);
  const sent = new Set<number>();
  let next = 0;
  for (const [position, { body }] of record.requests.entries()) {
    const isSummary = isForSummary(body);
    const index = logged.findIndex((candidate, at) => (isSummary || at >= next) && candidate.body === body);
    const match = logged[index];
    expect(match, `request ${position} is not in the log: ${body}`).toBeDefined();
    expect(createHash("sha256").update(body).digest("hex")).toBe(match?.sha256);
    if (!isSummary) next = index;
    sent.add(index);
  }
  const changed = logged.filter(({ stem }, index, all) => stem !== all[index - 1]?.stem);
  assertPrefixes(
    logged.flatMap(({ body }, index) => (sent.has(index) ? [body] : [])),
    new Set(changed.map(({ body }) => body)),
  );
}

function isForSummary(body: string): boolean {
  return body.includes("<runtime-request>");
}

/** Rebuilds every request in the log. */
async function rebuiltRequests(
  record: Pick<RunRecord, "entries" | "blobs">,
): Promise<readonly { readonly body: string; readonly sha256: string; readonly stem: string }[]> {
  const references = record.entries.flatMap((entry): RequestReference[] =>
    entry.kind === "event" && entry.type === "call.started" ? [entry.data.request] : [],
  );
  const hashes = references.flatMap((reference) => requestBlobHashes(reference, record.entries));
  const blobs = new Map((await record.blobs.getMany(SCOPE, hashes)).map((blob) => [blob.sha256, blob.text]));
  return references.map((reference) => ({
    sha256: reference.sha256,
    // The front of a request changes only with a compaction, another tool format or other instructions, all of which are logged.
    stem: `${reference.view ?? 0} ${reference.quirks} ${reference.systemBlobs.join(" ")}`,
    body: rebuildRequest(reference, record.entries, {
      sendReasoning: false,
      blobText: (sha256) => blobs.get(sha256),
    }),
  }));
}

/** The previous request's messages without its tail are a byte prefix of the next one's, except where the log records a view change. */
function assertPrefixes(bodies: readonly string[], invalidations: ReadonlySet<string>): void {
  const prefixes = bodies.map(stablePart);
  for (const [index, prefix] of prefixes.entries()) {
    const following = bodies[index + 1];
    if (following === undefined || invalidations.has(following)) continue;
    expect(
      messagesPart(following).startsWith(prefix.slice(0, -1)),
      `request ${index + 1} does not begin with request ${index}`,
    ).toBe(true);
  }
}

/** The bytes from the messages on; earlier bytes differ with a fallback model, and providers cache per model. */
function messagesPart(body: string): string {
  return body.slice(body.indexOf('"messages":['));
}

function stablePart(body: string): string {
  const { messages } = assertValidRequest(body);
  const last = messages.at(-1);
  const isTail =
    last?.role === "user" &&
    typeof last.content === "string" &&
    /^<runtime-(?:state|request)>/u.test(last.content);
  return `"messages":${JSON.stringify(isTail ? messages.slice(0, -1) : messages)}`;
}

/** Entries arrive in order and once; deltas of a failed attempt are withdrawn, and offsets are gap-free. */
function assertUpdates(updates: readonly Update[], entries: readonly Entry[]): void {
  const sequences = updates.flatMap((update) => (update.kind === "entry" ? [update.entry.sequence] : []));
  expect(sequences).toEqual(
    entries.map((entry) => entry.sequence).filter((sequence) => sequence >= (sequences[0] ?? 0)),
  );
  const lengths = new Map<string, number>();
  const withdrawn = new Set<string>();
  for (const update of updates) {
    if (update.kind === "delta_withdrawn") withdrawn.add(`${update.callId} ${update.attempt}`);
    if (update.kind !== "delta") continue;
    const key = `${update.callId} ${update.attempt} ${update.channel}`;
    expect(
      withdrawn.has(`${update.callId} ${update.attempt}`),
      "a delta after its attempt was withdrawn",
    ).toBe(false);
    // Output of a fast tool may skip text; offsets never decrease.
    if (update.channel === "output") expect(update.offset).toBeGreaterThanOrEqual(lengths.get(key) ?? 0);
    else expect(update.offset).toBe(lengths.get(key) ?? 0);
    lengths.set(key, update.offset + update.text.length);
  }
  for (const entry of entries) {
    if (entry.kind !== "event" || entry.type !== "call.attempt_failed") continue;
    const key = `${entry.data.callId} ${entry.data.attempt}`;
    const streamed = [...lengths.keys()].some((other) => other.startsWith(`${key} `));
    expect(withdrawn.has(key), `attempt ${key}: streamed without withdrawal, or vice versa`).toBe(streamed);
  }
}
