import { messageSequence, searchedText } from "../../compaction/history-search.ts";
import type { Entry } from "../../log/entry.ts";
import type { ToolContext } from "../../ports/tool.ts";
import type { RunContext } from "../run-context.ts";

type ReadRun = Pick<RunContext, "trace" | "ports" | "history" | "writer" | "readPages">;
type Original = Awaited<ReturnType<ToolContext["readOriginal"]>>;

/** Returns the full text behind a marker, placeholder or hit of this log, from the log or its blob; undefined for any other id. */
export async function readOriginal(context: ReadRun, id: string): Promise<Original> {
  const sequence = messageSequence(id);
  if (sequence !== undefined) return await readMessage(context, sequence);
  const original = context.history.originals.find(id.trim());
  if (original === undefined) return undefined;
  const { title } = original;
  if (original.kind === "text") return { title, text: original.text };
  const { workspaceId, personId } = context.trace;
  const blob = await context.ports.blobs.get({ workspaceId, personId }, original.sha256);
  return blob === undefined || blob.encoding !== "utf8" ? undefined : { title, text: blob.text };
}

async function readMessage(context: ReadRun, sequence: number): Promise<Original> {
  const entry = await readEntry(context, sequence);
  if (entry?.kind !== "message") return undefined;
  // A result may be stored as a preview; its id is that of its call.
  if (entry.role === "tool") return await readOriginal(context, entry.toolCallId);
  return { title: entry.description, text: searchedText(entry) };
}

async function readEntry(
  { trace, writer, readPages }: ReadRun,
  sequence: number,
): Promise<Entry | undefined> {
  const range = { after: sequence - 1, limit: 1 };
  for await (const page of readPages({ ...trace, ...writer.projection }, range))
    return page.find((entry) => entry.sequence === sequence);
  return undefined;
}
