import { GoaltraceError } from "../errors.ts";
import type { Entry } from "../log/entry.ts";
import type { RequestReference } from "../log/run-event.ts";
import { renderMessage, type RenderOptions } from "./render-message.ts";
import { joinRequest } from "./request.ts";

/**
 * Rebuilds the exact bytes of a past request from the resolved log and its blobs (M13).
 * Throws NOT_FOUND when a blob the reference names is gone.
 */
export function rebuildRequest(
  reference: RequestReference,
  entries: readonly Entry[],
  options: RenderOptions,
): string {
  const blob = (sha256: string): string => {
    const text = options.blobText(sha256);
    if (text !== undefined) return text;
    throw new GoaltraceError({
      code: "NOT_FOUND",
      message: `Blob ${sha256} of this request is gone`,
      fix: "It was erased or swept; the request can't be rebuilt.",
    });
  };
  const inRange = (sequence: number): boolean =>
    reference.ranges.some(([from, to]) => sequence >= from && sequence <= to);
  const messages = entries.flatMap((entry) =>
    entry.kind === "message" && inRange(entry.sequence) ? [renderMessage(entry, options)] : [],
  );
  return joinRequest({
    model: reference.model,
    system: reference.systemBlobs.map(blob),
    messages,
    tail: reference.tailBlob === null ? null : blob(reference.tailBlob),
    tools: reference.toolsBlob === null ? null : blob(reference.toolsBlob),
    parameters: reference.parameters,
  });
}
