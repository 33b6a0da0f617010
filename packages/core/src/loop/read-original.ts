import type { ToolContext } from "../ports/tool.ts";
import type { ToolBatch } from "./run-tools.ts";

/** The whole of what a marker or placeholder of this log names, from the log itself or from its blob; undefined for any other id (C2). */
export async function readOriginal(
  batch: Pick<ToolBatch, "trace" | "ports" | "stepper">,
  id: string,
): ReturnType<ToolContext["readOriginal"]> {
  const original = batch.stepper.originals.find(id.trim());
  if (original === undefined) return undefined;
  const { title } = original;
  if (original.kind === "text") return { title, text: original.text };
  const { workspaceId, personId } = batch.trace;
  const blob = await batch.ports.blobs.get({ workspaceId, personId }, original.sha256);
  return blob === undefined || blob.encoding !== "utf8" ? undefined : { title, text: blob.text };
}
