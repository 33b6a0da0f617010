import { placeholderText, WITHDRAWN_TEXT } from "./placeholder.ts";
import { GoaltraceError } from "../errors.ts";
import type { Entry } from "../log/entry.ts";
import { ERASED_BLOB } from "../log/erased.ts";
import type { Message, ToolCall } from "../log/message.ts";
import type { RequestReference, RunEventPayloads } from "../log/run-event.ts";
import { renderHead, renderMessage, renderRecalled, type RenderOptions } from "./render-message.ts";
import { joinRequest } from "./request.ts";
import { wireQuirks } from "./wire-quirks.ts";

/**
 * Rebuilds the exact bytes of a past request from the resolved log and its blobs, with the results cleared and messages folded as of that call.
 * Throws NOT_FOUND if a referenced blob is gone.
 */
export function rebuildRequest(
  reference: RequestReference,
  entries: readonly Entry[],
  renderOptions: RenderOptions,
): string {
  const blob = (sha256: string): string => {
    const text = renderOptions.blobText(sha256);
    if (text !== undefined) return text;
    throw new GoaltraceError({
      code: "NOT_FOUND",
      message: `Blob ${sha256} of this request no longer exists`,
      fix: "It was erased or swept, so the request cannot be rebuilt.",
    });
  };
  const options: RenderOptions = { ...renderOptions, toolCalls: wireQuirks(reference.quirks).toolCalls };
  const shown = shownState(reference, entries);
  const head = shown.head === null ? [] : [renderHead(headBlobs(shown.head), { ...options, blobText: blob })];
  const messages = entries.flatMap((entry) => {
    if (!inRange(reference, entry.sequence)) return [];
    if (entry.kind === "message") return [renderMessage(toShownMessage(entry, shown), options)];
    return recalledBlobs(entry, shown).map((recalled) =>
      renderRecalled(recalled, { ...options, blobText: blob }),
    );
  });
  return joinRequest({
    model: reference.model,
    system: reference.systemBlobs.map(blob),
    messages: [...head, ...messages],
    tail: reference.tailBlob === null ? null : blob(reference.tailBlob),
    tools: reference.toolsBlob === null ? null : blob(reference.toolsBlob),
    parameters: reference.parameters,
  });
}

/** Returns the hashes of the blobs that `rebuildRequest` needs, besides files and images. Load them first, because it is synchronous. */
export function requestBlobHashes(reference: RequestReference, entries: readonly Entry[]): readonly string[] {
  const shown = shownState(reference, entries);
  const { head } = shown;
  return [
    ...reference.systemBlobs,
    ...(reference.toolsBlob === null ? [] : [reference.toolsBlob]),
    ...(reference.tailBlob === null ? [] : [reference.tailBlob]),
    ...(head === null ? [] : headBlobs(head)),
    ...entries
      .filter(({ sequence }) => inRange(reference, sequence))
      .flatMap((entry) => recalledBlobs(entry, shown)),
  ];
}

/** The text that a recall, an index or experiences show among the messages; none if nothing was chosen, or nothing of it holds. */
function recalledBlobs(entry: Entry, { recalls }: ShownState): readonly string[] {
  if (entry.kind !== "event") return [];
  if (entry.type === "experience.injected") {
    const { experiences, blob } = entry.data;
    return experiences.length === 0 || blob === ERASED_BLOB ? [] : [blob];
  }
  if (entry.type !== "memory.recalled" && entry.type !== "memory.indexed") return [];
  if (entry.data.memories.length === 0 || entry.data.blob === ERASED_BLOB) return [];
  const later = recalls.get(entry.sequence);
  const blob = later === undefined ? entry.data.blob : later;
  return blob === null || blob === ERASED_BLOB ? [] : [blob];
}

type Head = RunEventPayloads["compaction.finished"];
type ShownState = {
  readonly renderer: number;
  readonly head: Head | null;
  readonly cleared: ReadonlySet<number>;
  /** Results of memory that no longer hold, and the texts that recalls show instead of theirs. */
  readonly withdrawn: ReadonlySet<number>;
  readonly recalls: ReadonlyMap<number, string | null>;
  readonly calls: ReadonlyMap<string, ToolCall>;
};

/** Returns the effect of all events that change the appearance of earlier entries up to the reference's view. */
function shownState(reference: RequestReference, entries: readonly Entry[]): ShownState {
  const view = reference.view ?? 0;
  const cleared = new Set<number>();
  const withdrawn = new Set<number>();
  const recalls = new Map<number, string | null>();
  const calls = new Map<string, ToolCall>();
  let head: Head | null = null;
  const { renderer } = reference;
  if (view === 0) return { renderer, head, cleared, withdrawn, recalls, calls };
  for (const entry of entries) {
    if (entry.kind === "message" && entry.role === "assistant")
      for (const call of entry.toolCalls) calls.set(call.id, call);
    if (entry.kind !== "event" || entry.sequence > view) continue;
    if (entry.type === "context.cleared") for (const sequence of entry.data.sequences) cleared.add(sequence);
    if (entry.type === "memory.withdrawn") {
      for (const { sequence } of entry.data.results) withdrawn.add(sequence);
      for (const { sequence, blob } of entry.data.recalls) recalls.set(sequence, blob);
      head = withSummary(head, entry.data.summary);
    }
    if (entry.type === "compaction.finished") head = entry.data;
  }
  return { renderer, head, cleared, withdrawn, recalls, calls };
}

/** A summary loses the lines that repeat a withdrawn entry. */
function withSummary(
  head: Head | null,
  summary: RunEventPayloads["memory.withdrawn"]["summary"],
): Head | null {
  return head === null || summary === undefined ? head : { ...head, summaryBlob: summary.blob };
}

function headBlobs(head: Head): readonly string[] {
  return [head.markerBlob, head.attachmentsBlob, head.summaryBlob];
}

function toShownMessage(message: Message, shown: ShownState): Message {
  if (message.role !== "tool") return message;
  if (shown.withdrawn.has(message.sequence)) return { ...message, output: WITHDRAWN_TEXT };
  if (!shown.cleared.has(message.sequence)) return message;
  return {
    ...message,
    output: placeholderText(message, shown.calls.get(message.toolCallId), shown.renderer),
  };
}

function inRange(reference: RequestReference, sequence: number): boolean {
  return reference.ranges.some(([from, to]) => sequence >= from && sequence <= to);
}
