import { z } from "zod";
import { rebuildRequest } from "../context/rebuild-request.ts";
import { wireQuirks } from "../context/wire-quirks.ts";
import type { CallStory } from "../diagnose/call-story.ts";
import { GoaltraceError } from "../errors.ts";
import type { Entry } from "../log/entry.ts";
import type { RequestReference } from "../log/run-event.ts";
import type { Trace } from "../log/trace.ts";
import { REQUEST_MESSAGE_CHARACTERS, REQUEST_MESSAGES_SHOWN } from "../tunables.ts";
import { contentHash } from "./content-hash.ts";
import type { ContentReader } from "./log-reader.ts";
import { readCall } from "./read-call.ts";
import { readEntries } from "./read-log.ts";
import { parseJson } from "../parse-json.ts";

/** A request as sent over the wire, rebuilt from the log. */
export type ExactRequest = {
  readonly body: string;
  /** Hash of the bytes that were sent. */
  readonly sha256: string;
  /** False when the rebuilt bytes differ from the sent ones, because content was erased or redacted. */
  readonly verified: boolean;
};

/** A message of a request. `text` is truncated to 2,000 characters; `length` is that of the full message. */
export type RequestMessage = {
  readonly index: number;
  readonly role: string;
  readonly text: string;
  readonly length: number;
  /** Whether the previous request had the same message. */
  readonly change: "same" | "added";
};

/** The messages of a request, compared with the previous request. */
export type RequestView = Omit<ExactRequest, "body"> & {
  readonly characters: number;
  /** The last 200 messages. */
  readonly messages: readonly RequestMessage[];
  /** Messages of the previous request that this one lacks; at most 200. */
  readonly removed: readonly RequestMessage[];
  /** Messages before the first of `messages`. */
  readonly earlier: number;
  readonly tools: { readonly count: number; readonly change: "same" | "changed" | "first" };
  /** JSON text of the fields besides model, messages and tools. */
  readonly parameters: string;
  readonly model: string;
  readonly previousSequence: number | null;
};

/**
 * Rebuilds the request of the call that an entry belongs to. Reads the log up to that call into memory. Errors: NOT_FOUND when the entry
 * belongs to no call or a blob was erased, otherwise as `resolveLog`.
 */
export async function readRequest(
  reader: ContentReader,
  trace: Trace,
  sequence: number,
): Promise<ExactRequest> {
  const { story } = await findCall(reader, trace, sequence);
  return rebuild(reader, await readUpTo(reader, trace, story), story);
}

/** Like `readRequest`, split into messages and compared with the previous request. */
export async function readRequestView(
  reader: ContentReader,
  trace: Trace,
  sequence: number,
): Promise<RequestView> {
  const { story, previous } = await findCall(reader, trace, sequence);
  const entries = await readUpTo(reader, trace, story);
  const { body, ...exact } = await rebuild(reader, entries, story);
  const now = bodySchema.parse(parseJson(body));
  const before =
    previous === null ? null : bodySchema.parse(parseJson((await rebuild(reader, entries, previous)).body));
  const { shown, removed } = compareMessages(now.messages, before?.messages ?? []);
  const { model, messages: _messages, tools, ...parameters } = now;
  return {
    ...exact,
    characters: body.length,
    messages: shown.slice(-REQUEST_MESSAGES_SHOWN),
    removed: removed.slice(0, REQUEST_MESSAGES_SHOWN),
    earlier: Math.max(0, shown.length - REQUEST_MESSAGES_SHOWN),
    tools: { count: tools?.length ?? 0, change: toolsChange(now, before) },
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
type WireBody = z.infer<typeof bodySchema>;

function toolsChange(now: WireBody, before: WireBody | null): RequestView["tools"]["change"] {
  if (before === null) return "first";
  return JSON.stringify(now.tools) === JSON.stringify(before.tools) ? "same" : "changed";
}

/** Compares the common prefix in place, as a provider's cache does; other messages count as the same wherever they occur. */
function compareMessages(
  now: readonly WireMessage[],
  before: readonly WireMessage[],
): { readonly shown: RequestMessage[]; readonly removed: RequestMessage[] } {
  const current = now.map((message) => JSON.stringify(message));
  const earlier = before.map((message) => JSON.stringify(message));
  const earlierSet = new Set(earlier);
  const currentSet = new Set(current);
  let same = 0;
  while (same < current.length && current[same] === earlier[same]) same += 1;
  return {
    shown: now.map((message, index) =>
      toRequestMessage(message, {
        index,
        change: index < same || earlierSet.has(current[index] ?? "") ? "same" : "added",
      }),
    ),
    removed: before.flatMap((message, index) =>
      index < same || currentSet.has(earlier[index] ?? "")
        ? []
        : [toRequestMessage(message, { index, change: "same" })],
    ),
  };
}

function toRequestMessage(
  message: WireMessage,
  place: Pick<RequestMessage, "index" | "change">,
): RequestMessage {
  const { role, content, ...rest } = message;
  const written =
    typeof content === "string" ? content : content === null ? "" : JSON.stringify(content, null, 2);
  const fields = Object.keys(rest).length === 0 ? "" : JSON.stringify(rest, null, 2);
  const text = [written, fields].filter((part) => part !== undefined && part !== "").join("\n");
  return { ...place, role, text: text.slice(0, REQUEST_MESSAGE_CHARACTERS), length: text.length };
}

async function findCall(
  reader: ContentReader,
  trace: Trace,
  sequence: number,
): Promise<{ readonly story: CallStory; readonly previous: CallStory | null }> {
  const call = await readCall(reader, trace, sequence);
  if (call !== undefined) return call;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: `Entry ${sequence} does not belong to a model call.`,
    fix: "Select a turn or a tool result.",
  });
}

async function readUpTo(
  reader: ContentReader,
  trace: Trace,
  { startedSequence }: CallStory,
): Promise<readonly Entry[]> {
  return await readEntries(reader, trace, { after: 0, limit: startedSequence });
}

async function rebuild(
  { blobs, scope }: ContentReader,
  entries: readonly Entry[],
  { request, startedSequence }: CallStory,
): Promise<ExactRequest> {
  const before = entries.filter((entry) => entry.sequence <= startedSequence);
  const stored = await blobs.getMany(scope, referencedBlobs(request, before));
  const texts = new Map(stored.map((blob) => [blob.sha256, blob.text]));
  const body = rebuildRequest(request, before, {
    sendReasoning: wireQuirks(request.quirks).sendReasoning,
    blobText: (hash) => texts.get(hash),
  });
  return { body, sha256: request.sha256, verified: (await contentHash(body)) === request.sha256 };
}

/** Events whose blob requests show at their place. */
const SHOWS_BLOB: ReadonlySet<string> = new Set(["memory.recalled", "memory.indexed", "experience.injected"]);

/** Returns every blob that a request may contain: its own, files and images of messages, and texts of compactions. */
function referencedBlobs(request: RequestReference, entries: readonly Entry[]): string[] {
  const named = [...request.systemBlobs, request.toolsBlob, request.tailBlob];
  const inLog = entries.flatMap((entry): (string | null)[] => {
    if (entry.kind === "event" && entry.type === "compaction.finished") {
      const { markerBlob, attachmentsBlob, summaryBlob, archiveBlob } = entry.data;
      return [markerBlob, attachmentsBlob, summaryBlob, archiveBlob];
    }
    if (entry.kind === "event" && SHOWS_BLOB.has(entry.type) && "blob" in entry.data)
      return [entry.data.blob];
    if (entry.kind === "event" && entry.type === "memory.withdrawn") {
      const { recalls, summary } = entry.data;
      return [...recalls.map(({ blob }) => blob), summary?.blob ?? null];
    }
    if (entry.kind !== "message" || entry.role === "assistant") return [];
    return (entry.parts ?? []).map((part) => (part.type === "text" ? null : part.blob));
  });
  return [...new Set([...named, ...inLog].filter((hash) => hash !== null))];
}
