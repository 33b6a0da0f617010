import { blobsOfRequest, type Entry, rebuildRequest } from "@goaltrace/core";
import { checkPairing, type RequestReference } from "@goaltrace/core/log";
import type { World } from "./world.ts";

/** What is wrong with a finished log, line by line: gaps, unpaired calls, effectful calls started twice, no end (M1, M3, R26). */
export function logFaults(entries: readonly Entry[]): readonly string[] {
  const gaps = entries.flatMap((entry, index) =>
    entry.sequence === index + 1 ? [] : [`sequence ${entry.sequence} at ${index}`],
  );
  const pairing = checkPairing(entries.filter((entry) => entry.kind === "message")).map((fault) =>
    JSON.stringify(fault),
  );
  const effects = entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "tool.started" && entry.data.effect === "effectful"
      ? [entry.data.toolCallId]
      : [],
  );
  const twice = effects
    .filter((id, index) => effects.indexOf(id) !== index)
    .map((id) => `effect ${id} started twice`);
  const last = entries.at(-1);
  const isOver = last?.kind === "event" && last.type === "trace.finished";
  return [...gaps, ...pairing, ...twice, ...(isOver ? [] : ["the log has no end"])];
}

/** Every request of a log, rebuilt from it and its blobs (M13). */
export async function rebuiltRequests(world: World, entries: readonly Entry[]): Promise<readonly string[]> {
  const references = entries.flatMap((entry): RequestReference[] =>
    entry.kind === "event" && entry.type === "call.started" ? [entry.data.request] : [],
  );
  const hashes = references.flatMap((reference) => blobsOfRequest(reference, entries));
  const blobs = await world.database.blobs.getMany(world.scope, [...new Set(hashes)]);
  const texts = new Map(blobs.map((blob) => [blob.sha256, blob.text]));
  return references.map((reference) =>
    rebuildRequest(reference, entries, { sendReasoning: false, blobText: (sha256) => texts.get(sha256) }),
  );
}

/** The entries of `before` that are missing or different in `after`: what was acknowledged and lost. */
export function lostEntries(before: readonly Entry[], after: readonly Entry[]): readonly string[] {
  const kept = new Map(after.map((entry) => [entry.sequence, JSON.stringify(entry)]));
  return before
    .map((entry) => [entry.sequence, JSON.stringify(entry)] as const)
    .filter(([sequence, text]) => kept.get(sequence) !== text)
    .map(([, text]) => text);
}
