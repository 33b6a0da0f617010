import { type Blob, requestBlobHashes, type Entry, rebuildRequest } from "@goaltrace/core";
import {
  checkPairing,
  type RequestReference,
  type RunEventPayloads,
  type ToolCall,
  type ToolOutcome,
} from "@goaltrace/core/log";
import type { World } from "./world.ts";

/** What is wrong with a finished log, line by line: gaps, unpaired calls, effectful calls started twice, no end. */
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

/** Calls that were started more than once, or although they must not run. */
export function wronglyRun(entries: readonly Entry[]): readonly string[] {
  const started = entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "tool.started" ? [entry.data.toolCallId] : [],
  );
  const twice = started.filter((id, index) => started.indexOf(id) !== index).map((id) => `${id} ran twice`);
  const barred = callsOf(entries)
    .filter((call) => call.problem !== undefined && started.includes(call.id))
    .map((call) => `${call.id} ran although ${call.problem?.kind ?? ""}`);
  return [...twice, ...barred];
}

/** All tool calls that the model asked for, in order. */
export function callsOf(entries: readonly Entry[]): readonly ToolCall[] {
  return entries.flatMap((entry) =>
    entry.kind === "message" && entry.role === "assistant" ? entry.toolCalls : [],
  );
}

/** How the tool calls ended, in order. */
export function outcomesOf(entries: readonly Entry[]): readonly ToolOutcome[] {
  return entries.flatMap((entry) =>
    entry.kind === "message" && entry.role === "tool" ? [entry.outcome] : [],
  );
}

/** What the end of a log says; undefined for a log without one. */
export function finishOf(entries: readonly Entry[]): RunEventPayloads["trace.finished"] | undefined {
  const end = entries.at(-1);
  return end?.kind === "event" && end.type === "trace.finished" ? end.data : undefined;
}

/** Every request of a log, rebuilt from it and its blobs. */
export async function rebuiltRequests(world: World, entries: readonly Entry[]): Promise<readonly string[]> {
  return rebuildRequests(entries, await requestBlobs(world, entries));
}

/** Of the bodies that a model saw those that none of these logs makes again. */
export async function unloggedRequests(
  world: World,
  bodies: readonly string[],
  logs: readonly (readonly Entry[])[],
): Promise<readonly string[]> {
  const rebuilt = await Promise.all(logs.map(async (entries) => await rebuiltRequests(world, entries)));
  const known = new Set(rebuilt.flat());
  return bodies.filter((body) => !known.has(body));
}

/** The contents that the requests of a log name. */
export async function requestBlobs(world: World, entries: readonly Entry[]): Promise<readonly Blob[]> {
  const hashes = referencesOf(entries).flatMap((reference) => requestBlobHashes(reference, entries));
  return await world.database.blobs.getMany(world.scope, [...new Set(hashes)]);
}

/** The bodies that the log says were sent: each request once per attempt. */
export function attemptedBodies(entries: readonly Entry[], blobs: readonly Blob[]): readonly string[] {
  const rebuilt = rebuildRequests(entries, blobs);
  let request = -1;
  return entries.flatMap((entry) => {
    if (entry.kind !== "event") return [];
    if (entry.type === "call.started") request += 1;
    const wasAsked = entry.type === "call.attempt_failed" || entry.type === "call.finished";
    return wasAsked ? [rebuilt[request] ?? ""] : [];
  });
}

function rebuildRequests(entries: readonly Entry[], blobs: readonly Blob[]): readonly string[] {
  const texts = new Map(blobs.map((blob) => [blob.sha256, blob.text]));
  return referencesOf(entries).map((reference) =>
    rebuildRequest(reference, entries, { sendReasoning: false, blobText: (sha256) => texts.get(sha256) }),
  );
}

function referencesOf(entries: readonly Entry[]): readonly RequestReference[] {
  return entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "call.started" ? [entry.data.request] : [],
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
