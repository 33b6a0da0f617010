import type { ReplayStep } from "@goaltrace/core/compaction";
import type { Tokenizer } from "@goaltrace/core/ports";
import { findEntities } from "../../packages/core/src/testing/entities.ts";
import type { ContextFigures, Shown } from "./meter.ts";
import { messageText, type Session } from "./session.ts";

type Counted = Pick<ContextFigures, "arrived" | "ledger" | "noted" | "breaks" | "summaries" | "distance">;

/** Reads the steps of a replay one after the other: what the request of each shows, and what compaction did before it. */
export function createReplayed(
  { texts, messages }: Session,
  tokenizer: Tokenizer,
): {
  show(step: ReplayStep): Omit<Shown, "finds">;
  figures(): Counted;
} {
  const cache = new WeakMap<object, ReadonlySet<string>>();
  let head: readonly [number, ReadonlySet<string>] = [0, new Set()];
  let archive: ReadonlySet<string> = new Set();
  let previous = 0;
  let seen = 0;
  let steps = 0;
  let breaks = 0;
  const summaries: number[] = [];
  const arrived = { characters: 0, shown: 0 };
  const ledger = { lines: 0, dropped: 0 };
  const noted = { facts: 0, shown: 0 };
  const originals = new Map(
    messages.flatMap((message, index) =>
      message.role === "tool" ? [[message.tool_call_id ?? "", texts[index] ?? ""] as const] : [],
    ),
  );
  const entitiesOf = (item: ReplayStep["view"]["items"][number]): ReadonlySet<string> => {
    const known = cache.get(item) ?? findEntities(item.placeholder ?? itemText(item.message));
    cache.set(item, known);
    return known;
  };
  const readHead = ({ view, blobs }: ReplayStep): void => {
    if (view.head === null || head[0] === view.head.sequence) return;
    const text = [view.head.markerBlob, view.head.attachmentsBlob, view.head.summaryBlob]
      .map((hash) => blobs.get(hash) ?? "")
      .join("\n");
    archive = findEntities(blobs.get(view.head.archiveBlob ?? "") ?? "");
    head = [view.head.sequence, findEntities(text)];
    summaries.push(steps);
    ledger.lines += view.head.ledger.length;
    ledger.dropped += view.head.ledger.filter(({ state }) => state === "dropped").length;
    const shown = [text, ...view.items.map((item) => item.placeholder ?? itemText(item.message))].join("\n");
    for (const { facts } of view.goalNotes.closed.values()) {
      noted.facts += facts.length;
      noted.shown += facts.filter((fact) => shown.includes(fact)).length;
    }
  };
  const readArrivals = ({ view, entries }: ReplayStep): void => {
    const spilled = new Map<string, number>();
    const visible = new Map(view.items.map((item) => [item.message.sequence, item]));
    for (const entry of entries.slice(seen)) {
      if (entry.kind === "event" && entry.type === "result.spilled")
        spilled.set(entry.data.toolCallId, entry.data.shownCharacters);
      if (entry.kind !== "message" || entry.role !== "tool") continue;
      const original = originals.get(entry.toolCallId)?.length ?? 0;
      const item = visible.get(entry.sequence);
      arrived.characters += original;
      if (item !== undefined && item.placeholder === null)
        arrived.shown += spilled.get(entry.toolCallId) ?? original;
    }
    seen = entries.length;
  };
  return {
    show(step) {
      readHead(step);
      readArrivals(step);
      const { view, tail, fixedTokens, compacted } = step;
      const parts = [head[1], findEntities(tail ?? ""), ...view.items.map(entitiesOf)];
      const tailTokens = tail === null ? 0 : tokenizer.count(tail);
      const front = fixedTokens - tailTokens;
      const tokens = fixedTokens + (view.head?.tokens ?? 0) + view.tokens;
      const cached = compacted ? front + unbrokenTokens(step) : previous;
      const broken = compacted ? Math.max(0, Math.min(previous, tokens - tailTokens) - cached) : 0;
      previous = tokens - tailTokens;
      steps += 1;
      if (compacted) breaks += 1;
      return {
        ...{ tokens, tail: tailTokens, cached, broken },
        has: (entity) => parts.some((set) => set.has(entity)),
        archives: (entity) => archive.has(entity),
      };
    },
    figures: () => ({
      ...{ arrived, ledger, noted, breaks, summaries: summaries.length },
      distance: Math.min(...summaries.slice(1).map((step, index) => step - (summaries[index] ?? 0))),
    }),
  };
}

/** Tokens of the history before the part that the newest change of the view affected. */
function unbrokenTokens({ view }: ReplayStep): number {
  if (view.head?.sequence === view.sequence) return 0;
  const before = view.items.slice(0, view.brokenAt).reduce((sum, item) => sum + item.tokens, 0);
  return (view.head?.tokens ?? 0) + before;
}

function itemText(message: ReplayStep["view"]["items"][number]["message"]): string {
  switch (message.role) {
    case "user":
      return message.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    case "assistant":
      return messageText({
        role: "assistant",
        content: message.text,
        tool_calls: message.toolCalls.map((call) => ({
          id: call.id,
          function: { name: call.name, arguments: call.arguments },
        })),
      });
    case "tool":
      return message.output;
  }
}
