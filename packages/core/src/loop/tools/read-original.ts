import type { ToolContext } from "../../ports/tool.ts";
import type { RunContext } from "../run-context.ts";

/** Returns the full text behind a marker or placeholder of this log, from the log or its blob; undefined for any other id. */
export async function readOriginal(
  context: Pick<RunContext, "trace" | "ports" | "history">,
  id: string,
): ReturnType<ToolContext["readOriginal"]> {
  const original = context.history.originals.find(id.trim());
  if (original === undefined) return undefined;
  const { title } = original;
  if (original.kind === "text") return { title, text: original.text };
  const { workspaceId, personId } = context.trace;
  const blob = await context.ports.blobs.get({ workspaceId, personId }, original.sha256);
  return blob === undefined || blob.encoding !== "utf8" ? undefined : { title, text: blob.text };
}
