import { messageText } from "../../context/extract.ts";
import type { ViewItem } from "../../context/view.ts";
import { MEMORY_READING_TOOLS } from "../../log/tool-names.ts";
import type { SeenText } from "../../ports/tool.ts";
import type { RunContext } from "../run-context.ts";

/**
 * Returns the texts that the model has in view, and everything that the person said. A summary mixes the texts that it folds, so it is trusted no
 * more than the least trusted of them.
 */
export function seenTexts({
  state,
  texts,
  history,
}: Pick<RunContext, "state" | "texts" | "history">): readonly SeenText[] {
  const { view } = history;
  const front = [...state.context.values()].map(({ slot, trust }): SeenText => ({
    // Older logs don't say whom a text comes from; files of a project come from anyone.
    origin: (trust ?? slot) === "untrusted" || slot === "project_context" ? "untrusted" : "runtime",
    ...{ sequence: null, text: texts.get(slot) },
  }));
  const summary = view.head === null ? undefined : history.blobText(view.head.summaryBlob);
  return [
    ...front,
    ...(summary === undefined ? [] : [{ origin: "untrusted" as const, sequence: null, text: summary }]),
    ...view.users.map((message) => ({
      // An agent may pass on what it read anywhere.
      origin: message.author === "person" ? ("person" as const) : ("untrusted" as const),
      ...{ sequence: message.sequence, text: messageText(message) },
    })),
    ...view.items.flatMap((item) => seenItem(item, history.blobText)),
  ];
}

function seenItem(
  { message, recalledBlob }: ViewItem,
  blobText: (sha256: string) => string | undefined,
): readonly SeenText[] {
  const { sequence } = message;
  if (recalledBlob !== undefined) return [{ origin: "memory", sequence, text: blobText(recalledBlob) ?? "" }];
  // An assistant repeats what it read, and proves nothing.
  if (message.role !== "tool") return [];
  if (MEMORY_READING_TOOLS.includes(message.toolName))
    return [{ origin: "memory", sequence, text: message.output }];
  return [
    { origin: message.trust === "workspace" ? "workspace" : "untrusted", sequence, text: message.output },
  ];
}
