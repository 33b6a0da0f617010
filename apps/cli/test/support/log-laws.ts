import { rebuildRequest, requestBlobHashes } from "@goaltrace/core/context";
import {
  checkPairing,
  type Entry,
  type RequestReference,
  type RunEventPayloads,
  type ToolCall,
  type ToolOutcome,
} from "@goaltrace/core/log";
import type { Blob } from "@goaltrace/core/ports";
import type { World } from "./world.ts";

/** Returns the faults of a finished log: gaps, unpaired calls, effectful calls started twice, a missing end. */
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

/** Returns the results that a compaction folded or cleared although no answer had followed them: the model never read them. */
export function hiddenUnread(entries: readonly Entry[]): readonly string[] {
  let unread: { readonly sequence: number; readonly toolCallId: string }[] = [];
  return entries.flatMap((entry) => {
    if (entry.kind === "message" && entry.role === "assistant") unread = [];
    if (entry.kind === "message" && entry.role === "tool")
      unread.push({ sequence: entry.sequence, toolCallId: entry.toolCallId });
    if (entry.kind !== "event") return [];
    const isHidden = (sequence: number): boolean =>
      (entry.type === "compaction.finished" && sequence <= entry.data.toSequence) ||
      (entry.type === "context.cleared" && entry.data.sequences.includes(sequence));
    return unread
      .filter(({ sequence }) => isHidden(sequence))
      .map(({ toolCallId }) => `#${entry.sequence} ${entry.type} hides ${toolCallId}`);
  });
}

/** Returns calls that were started more than once, or although they must not run. */
export function wronglyRun(entries: readonly Entry[]): readonly string[] {
  const started = entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "tool.started" ? [entry.data.toolCallId] : [],
  );
  const twice = started.filter((id, index) => started.indexOf(id) !== index).map((id) => `${id} ran twice`);
  const forbidden = toolCalls(entries)
    .filter((call) => call.problem !== undefined && started.includes(call.id))
    .map((call) => `${call.id} ran although ${call.problem?.kind ?? ""}`);
  return [...twice, ...forbidden];
}

/** Returns all tool calls requested by the model, in order. */
export function toolCalls(entries: readonly Entry[]): readonly ToolCall[] {
  return entries.flatMap((entry) =>
    entry.kind === "message" && entry.role === "assistant" ? entry.toolCalls : [],
  );
}

/** Returns the outcomes of the tool calls, in order. */
export function toolOutcomes(entries: readonly Entry[]): readonly ToolOutcome[] {
  return entries.flatMap((entry) =>
    entry.kind === "message" && entry.role === "tool" ? [entry.outcome] : [],
  );
}

/** Returns the data of a log's end; undefined for a log without one. */
export function finishData(entries: readonly Entry[]): RunEventPayloads["trace.finished"] | undefined {
  const end = entries.at(-1);
  return end?.kind === "event" && end.type === "trace.finished" ? end.data : undefined;
}

/** Rebuilds every request of a log from its entries and blobs. */
export async function rebuiltRequests(world: World, entries: readonly Entry[]): Promise<readonly string[]> {
  return rebuildRequests(entries, await requestBlobs(world, entries));
}

/** Returns those bodies received by the model that none of these logs can rebuild. */
export async function unloggedRequests(
  world: World,
  bodies: readonly string[],
  logs: readonly (readonly Entry[])[],
): Promise<readonly string[]> {
  const rebuilt = await Promise.all(logs.map(async (entries) => await rebuiltRequests(world, entries)));
  const logged = new Set(rebuilt.flat());
  return bodies.filter((body) => !logged.has(body));
}

/** Returns the blobs that the requests of a log reference. */
export async function requestBlobs(world: World, entries: readonly Entry[]): Promise<readonly Blob[]> {
  const hashes = requestReferences(entries).flatMap((reference) => requestBlobHashes(reference, entries));
  return await world.database.blobs.getMany(world.scope, [...new Set(hashes)]);
}

/** Returns the bodies that were sent according to the log: each request once per attempt. */
export function attemptedBodies(entries: readonly Entry[], blobs: readonly Blob[]): readonly string[] {
  const rebuilt = rebuildRequests(entries, blobs);
  let request = -1;
  return entries.flatMap((entry) => {
    if (entry.kind !== "event") return [];
    if (entry.type === "call.started") request += 1;
    const wasSent = entry.type === "call.attempt_failed" || entry.type === "call.finished";
    return wasSent ? [rebuilt[request] ?? ""] : [];
  });
}

function rebuildRequests(entries: readonly Entry[], blobs: readonly Blob[]): readonly string[] {
  const texts = new Map(blobs.map((blob) => [blob.sha256, blob.text]));
  return requestReferences(entries).map((reference) =>
    rebuildRequest(reference, entries, { sendReasoning: false, blobText: (sha256) => texts.get(sha256) }),
  );
}

function requestReferences(entries: readonly Entry[]): readonly RequestReference[] {
  return entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "call.started" ? [entry.data.request] : [],
  );
}

/** Returns the entries of `before` that are missing or different in `after`: acknowledged entries that were lost. */
export function lostEntries(before: readonly Entry[], after: readonly Entry[]): readonly string[] {
  const textBySequence = new Map(after.map((entry) => [entry.sequence, JSON.stringify(entry)]));
  return before
    .map((entry) => [entry.sequence, JSON.stringify(entry)] as const)
    .filter(([sequence, text]) => textBySequence.get(sequence) !== text)
    .map(([, text]) => text);
}
