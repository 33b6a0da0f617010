import { fitIndex } from "../../memory/index-lines.ts";
import { MEMORY_INDEX } from "../../memory/tunables.ts";
import type { RecalledEntries, ShownMemory } from "../../ports/run-environment.ts";
import { contextWindow } from "../model/learn-window.ts";
import type { RunContext } from "../run-context.ts";

/**
 * Stages what memory found for this turn, if the search has ended: from here on requests show it at this place. A search that is still running
 * delays nothing; its result is attached before a later call.
 */
export function attachRecall(context: RunContext): void {
  const found =
    context.environment.recall?.take(shownInContext(context), () => toolsInContext(context)) ?? null;
  if (found !== null) stageRecall(context, found, null);
}

/** Returns which entries the context shows, besides the index. Looks at it when first asked. */
export function shownInContext({ history }: RunContext): (memory: ShownMemory) => boolean {
  let shown: ReadonlySet<string> | null = null;
  return (memory) => {
    shown ??= new Set(
      history.view.items.flatMap(({ message, isIndex }) =>
        isIndex === true ? [] : (history.view.memories.get(message.sequence)?.memories ?? []).map(keyOf),
      ),
    );
    return shown.has(keyOf(memory));
  };
}

/** Returns the tools whose newest call in the context succeeded: requests show how they are used. A failed call teaches nothing, so a manual may help. */
function toolsInContext({ history }: RunContext): ReadonlySet<string> {
  const tools = new Set<string>();
  for (const { message } of history.view.items) {
    if (message.role !== "tool") continue;
    if (message.outcome === "ok") tools.add(message.toolName);
    else tools.delete(message.toolName);
  }
  return tools;
}

/** Stages a recall. `callId`: of the model that chose it, null for the ranking. */
export function stageRecall(
  { environment, state, writer, history, ports }: RunContext,
  { memories, candidates, text: found }: RecalledEntries,
  callId: string | null,
): void {
  const text = environment.redactor.redact(found);
  const blob = writer.stageBlob(text, "text/markdown");
  history.rememberBlob(blob, text);
  writer.stage({
    kind: "event",
    type: "memory.recalled",
    goalId: state.goals.focusId,
    data: {
      ...{ memories, blob, tokens: ports.tokenizer.count(text), callId },
      ...(candidates && { candidates }),
    },
  });
}

function keyOf({ memoryId, version }: { readonly memoryId: string; readonly version: number }): string {
  return `${memoryId} ${String(version)}`;
}

/**
 * Stages the index of memory if the context has none: at the start of a conversation, and after a compaction folded it. In between it is unchanged,
 * so that requests keep their prefix. No call waits for the first one; after a compaction it is read again.
 */
export async function attachIndex(context: RunContext): Promise<void> {
  const { environment, state, writer, history, ports, models, loaded } = context;
  const { view } = history;
  const source = environment.memoryIndex;
  const place = view.head?.sequence ?? 0;
  if (source === undefined || loaded.indexFor === place || view.items.some(({ isIndex }) => isIndex === true))
    return;
  const lines = place === 0 ? source.ready() : await source.reload();
  if (lines === null) return;
  loaded.indexFor = place;
  const window = Math.min(...models.clients.map((client) => contextWindow(state, client)));
  const index = fitIndex(lines, {
    maxTokens: window * MEMORY_INDEX.windowShare,
    count: (text) => ports.tokenizer.count(text),
  });
  if (index.text === "") return;
  const text = environment.redactor.redact(index.text);
  const blob = writer.stageBlob(text, "text/markdown");
  history.rememberBlob(blob, text);
  const memories = index.lines.map(({ memoryId, version }) => ({ memoryId, version }));
  const data = { memories, blob, tokens: ports.tokenizer.count(text) };
  writer.stage({ kind: "event", type: "memory.indexed", goalId: state.goals.focusId, data });
}
