import { createHash } from "node:crypto";
import { GoaltraceError, rebuildRequest, wireQuirks } from "@goaltrace/core";
import type { BlobStore, Scope, TraceStore } from "@goaltrace/core";
import type { CallStory } from "@goaltrace/core/diagnose";
import type { Entry, RequestReference, Trace } from "@goaltrace/core/log";
import { z } from "zod";
import { readCall } from "./read-call.ts";
import { readLogPages } from "./read-log.ts";

type Reader = { readonly traces: TraceStore; readonly blobs: BlobStore; readonly scope: Scope };

/** A request as it went over the wire, rebuilt from the log. */
export type ExactRequest = {
  readonly body: string;
  readonly sha256: string;
  /** False when the bytes differ from those that were sent: content was erased since, or was redacted. */
  readonly verified: boolean;
};

/** A message of a request; long ones are cut, `length` is the whole one's in characters. */
export type RequestMessage = {
  readonly index: number;
  readonly role: string;
  readonly text: string;
  readonly length: number;
  /** Whether the request before had the same message at the same place. */
  readonly change: "same" | "added";
};

/** What a request held, message by message, beside the one before it. */
export type RequestView = Omit<ExactRequest, "body"> & {
  readonly characters: number;
  readonly messages: readonly RequestMessage[];
  /** Messages of the request before that this one no longer has at their place. */
  readonly removed: readonly RequestMessage[];
  /** Messages left out in front of the first one shown. */
  readonly earlier: number;
  readonly tools: { readonly count: number; readonly change: "same" | "changed" | "first" };
  /** JSON text of the fields besides model, messages and tools. */
  readonly parameters: string;
  readonly model: string;
  readonly previousSequence: number | null;
};

const MESSAGES_SHOWN = 200;
const TEXT_SHOWN = 2_000;

/** Rebuilds the request of the call that an entry belongs to. Throws NOT_FOUND when it belongs to none or a blob is gone. */
export async function readRequest(reader: Reader, trace: Trace, sequence: number): Promise<ExactRequest> {
  const { story } = await callOf(reader, trace, sequence);
  return rebuild(reader, await logUpTo(reader, trace, story.startedSequence), story);
}

/** As `readRequest`, cut into messages and compared with the request before. */
export async function readRequestView(reader: Reader, trace: Trace, sequence: number): Promise<RequestView> {
  const { story, previous } = await callOf(reader, trace, sequence);
  const entries = await logUpTo(reader, trace, story.startedSequence);
  const { body, ...exact } = await rebuild(reader, entries, story);
  const now = bodySchema.parse(JSON.parse(body));
  const before =
    previous === null ? null : bodySchema.parse(JSON.parse((await rebuild(reader, entries, previous)).body));
  const { shown, removed } = compareMessages(now.messages, before?.messages ?? []);
  const { model, messages: _messages, tools, ...parameters } = now;
  return {
    ...exact,
    characters: body.length,
    messages: shown.slice(-MESSAGES_SHOWN),
    removed: removed.slice(0, MESSAGES_SHOWN),
    earlier: Math.max(0, shown.length - MESSAGES_SHOWN),
    tools: {
      count: tools?.length ?? 0,
      change:
        before === null
          ? "first"
          : JSON.stringify(tools) === JSON.stringify(before.tools)
            ? "same"
            : "changed",
    },
    parameters: JSON.stringify(parameters, null, 2),
    model,
    previousSequence: previous?.answer?.sequence ?? previous?.startedSequence ?? null,
  };
}

const messageSchema = z.looseObject({ role: z.string() });
const bodySchema = z.looseObject({
  model: z.string(),
  messages: z.array(messageSchema),
  tools: z.array(z.unknown()).optional(),
});
type WireMessage = z.infer<typeof messageSchema>;

/** Messages are compared at their place from the front, as a provider's cache does, and what is left from the back. */
function compareMessages(
  now: readonly WireMessage[],
  before: readonly WireMessage[],
): { readonly shown: RequestMessage[]; readonly removed: RequestMessage[] } {
  const mine = now.map((message) => JSON.stringify(message));
  const theirs = before.map((message) => JSON.stringify(message));
  const known = new Set(theirs);
  const kept = new Set(mine);
  let same = 0;
  while (same < mine.length && mine[same] === theirs[same]) same += 1;
  return {
    shown: now.map((message, index) =>
      shownMessage(message, {
        index,
        change: index < same || known.has(mine[index] ?? "") ? "same" : "added",
      }),
    ),
    removed: before.flatMap((message, index) =>
      index < same || kept.has(theirs[index] ?? "") ? [] : [shownMessage(message, { index, change: "same" })],
    ),
  };
}

function shownMessage(message: WireMessage, place: Pick<RequestMessage, "index" | "change">): RequestMessage {
  const { role, content, ...rest } = message;
  const words =
    typeof content === "string" ? content : content === null ? "" : JSON.stringify(content, null, 2);
  const others = Object.keys(rest).length === 0 ? "" : JSON.stringify(rest, null, 2);
  const text = [words, others].filter((part) => part !== undefined && part !== "").join("\n");
  return { ...place, role, text: text.slice(0, TEXT_SHOWN), length: text.length };
}

async function callOf(
  reader: Reader,
  trace: Trace,
  sequence: number,
): Promise<{ readonly story: CallStory; readonly previous: CallStory | null }> {
  const call = await readCall(reader, trace, sequence);
  if (call !== undefined) return call;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: `Entry ${sequence} belongs to no model call.`,
    fix: "Select a turn or the result of a tool.",
  });
}

async function logUpTo(reader: Reader, trace: Trace, sequence: number): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for await (const page of readLogPages(reader, trace, { after: 0, limit: sequence })) entries.push(...page);
  return entries;
}

async function rebuild(
  { blobs, scope }: Reader,
  entries: readonly Entry[],
  { request, startedSequence }: CallStory,
): Promise<ExactRequest> {
  const before = entries.filter((entry) => entry.sequence <= startedSequence);
  const stored = await blobs.getMany(scope, blobsOf(request, before));
  const texts = new Map(stored.map((blob) => [blob.sha256, blob.text]));
  const body = rebuildRequest(request, before, {
    sendReasoning: wireQuirks(request.quirks).sendReasoning,
    blobText: (hash) => texts.get(hash),
  });
  const sha256 = createHash("sha256").update(body).digest("hex");
  return { body, sha256: request.sha256, verified: sha256 === request.sha256 };
}

/** Every blob a request may hold: what it names itself, pictures of messages, and the texts of summaries. */
function blobsOf(request: RequestReference, entries: readonly Entry[]): string[] {
  const named = [...request.systemBlobs, request.toolsBlob, request.tailBlob];
  const inLog = entries.flatMap((entry): (string | null)[] => {
    if (entry.kind === "event" && entry.type === "compaction.finished") {
      const { markerBlob, attachmentsBlob, summaryBlob, archiveBlob } = entry.data;
      return [markerBlob, attachmentsBlob, summaryBlob, archiveBlob];
    }
    if (entry.kind !== "message" || entry.role === "assistant") return [];
    return (entry.parts ?? []).map((part) => (part.type === "text" ? null : part.blob));
  });
  return [...new Set([...named, ...inLog].filter((hash) => hash !== null))];
}
