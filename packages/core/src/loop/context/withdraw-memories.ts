import type { ShownMemories } from "../../context/shown-memories.ts";
import { strikeLines } from "../../memory/strike-lines.ts";
import type { RunEventPayloads } from "../../log/run-event.ts";
import type { OutdatedText } from "../../ports/run-environment.ts";
import { stopBackgroundSummary } from "../background-summary.ts";
import type { RunContext } from "../run-context.ts";

/**
 * Stages what the context must no longer show because its memory entries were deleted, corrected or hidden from the readers of this run
 * since. From here on requests show the current entries instead, or nothing. Costs two short queries, and nothing in a run without memory.
 */
export async function withdrawMemories(context: RunContext): Promise<void> {
  const { environment, state, writer, history } = context;
  const shown = [...history.view.memories.values()];
  if (shown.length === 0 || environment.memoryCheck === undefined) return;
  const outdated = await environment.memoryCheck.outdated(shown);
  if (outdated.length === 0) return;
  const summary = await strikeSummary(context, outdated);
  await dropPreparedSummary(context);
  const texts = new Map(outdated.map((text) => [text.sequence, text]));
  const affected = shown.filter(({ sequence }) => texts.has(sequence));
  writer.stage({
    kind: "event",
    type: "memory.withdrawn",
    goalId: state.goals.focusId,
    data: {
      memoryIds: [...new Set(outdated.flatMap(({ memoryIds }) => memoryIds))],
      recalls: affected.flatMap(({ sequence, toolCallId }) =>
        toolCallId === null ? [toRecall(context, texts.get(sequence))] : [],
      ),
      results: affected.flatMap(({ sequence, toolCallId }) =>
        toolCallId === null ? [] : [{ sequence, toolCallId }],
      ),
      ...(summary === null ? {} : { summary }),
    },
  });
}

type Recall = RunEventPayloads["memory.withdrawn"]["recalls"][number];

function toRecall(context: RunContext, outdated: OutdatedText | undefined): Recall {
  const { sequence = 0, text = "", memories = [] } = outdated ?? {};
  if (text === "") return { sequence, blob: null, tokens: 0, memories: [] };
  return { sequence, ...stageText(context, text), memories: [...memories] };
}

function stageText(
  { environment, writer, history, ports }: RunContext,
  text: string,
): { readonly blob: string; readonly tokens: number } {
  const masked = environment.redactor.redact(text);
  const blob = writer.stageBlob(masked, "text/markdown");
  history.rememberBlob(blob, masked);
  return { blob, tokens: ports.tokenizer.count(masked) };
}

/** A summary may repeat what it folded. Null if the newest one repeats none of it. */
async function strikeSummary(
  context: RunContext,
  outdated: readonly OutdatedText[],
): Promise<{ readonly blob: string; readonly tokens: number } | null> {
  const { head, memories } = context.history.view;
  if (head === null) return null;
  const folded = outdated.flatMap(({ sequence }) => {
    const text = sequence <= head.toSequence ? memories.get(sequence) : undefined;
    return text === undefined ? [] : [text];
  });
  if (folded.length === 0) return null;
  const summary = context.history.blobText(head.summaryBlob) ?? "";
  const struck = strikeLines(summary, (await readTexts(context, folded)).flatMap(toEntries));
  return struck === summary ? null : stageText(context, struck);
}

async function readTexts(
  { trace, ports, history }: RunContext,
  folded: readonly ShownMemories[],
): Promise<readonly string[]> {
  const { workspaceId, personId } = trace;
  const hashes = folded.flatMap(({ blob }) => (blob === null ? [] : [blob]));
  const blobs = await ports.blobs.getMany({ workspaceId, personId }, hashes);
  const results = folded.flatMap(({ toolCallId }) => {
    const original = toolCallId === null ? undefined : history.originals.find(toolCallId);
    return original?.kind === "text" ? [original.text] : [];
  });
  return [...blobs.map(({ text }) => text), ...results];
}

/** The lines of entries in a recall or result: name and description, then the content, indented. */
function toEntries(text: string): readonly string[] {
  return text.split("\n").filter((line) => line.startsWith("- ") || line.startsWith("  "));
}

/** A summary written in advance may contain the entries. */
async function dropPreparedSummary(context: RunContext): Promise<void> {
  await stopBackgroundSummary(context, "superseded");
  const { prepared } = context.history.view;
  if (prepared === null) return;
  context.writer.stage({
    kind: "event",
    type: "compaction.discarded",
    goalId: context.state.goals.focusId,
    data: { callId: prepared.callId, why: "superseded" },
  });
}
