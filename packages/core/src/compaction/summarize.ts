import type { LedgerLine } from "../log/run-event.ts";
import type { Message, UserMessage } from "../log/message.ts";
import { compactionPrompt } from "../prompts/generated/compaction.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { ATTACHMENTS_SHARE, MIN_HEAD_TOKENS, STEPS_BETWEEN_SUMMARIES, SUMMARY_LEVELS } from "../tunables.ts";
import { type FileContent, renderAttachments, type PreservedState } from "./attachments.ts";
import { type ClearPlan, planClearAfter, requestTokens } from "./clear.ts";
import { chooseCut, type Cut, safeCuts } from "./cut-point.ts";
import { copyKeyInformation, extractInto, type KeyInformation, messageText } from "../context/extract.ts";
import { buildLedger } from "./ledger.ts";
import { extractiveSections, joinSections, parseSections, type Sections } from "./sections.ts";
import { SHORT_ID_LENGTH } from "./spill.ts";
import { archiveText, type UserDetail, userSection } from "./user-messages.ts";
import type { View } from "../context/view.ts";
import type { WindowBudget } from "./window-budget.ts";

/** The input of a summary. `fixedTokens` counts the request outside its messages: instructions, tools, tail. */
export type SummarizeInput = {
  readonly view: View;
  readonly budget: WindowBudget;
  readonly fixedTokens: number;
  readonly state: PreservedState;
  /** A summary from a model, null for one by code alone. Messages after `readUpTo`, the last one that the model had read, are not folded. */
  readonly model: { readonly text: string; readonly readUpTo: number } | null;
  /** Text of the current summary; empty if there is none. */
  readonly previousSummary: string;
  readonly sha256: (text: string) => string;
};

/** A summary that fits, ready to be stored: its texts, the messages it folds, and the kept results that must be cleared with it. */
export type BuiltSummary = {
  readonly marker: string;
  readonly attachments: string;
  readonly summary: string;
  readonly archive: string | null;
  readonly headTokens: { readonly marker: number; readonly attachments: number; readonly summary: number };
  readonly beforeTokens: number;
  readonly afterTokens: number;
  readonly messagesFolded: number;
  readonly fromSequence: number;
  readonly toSequence: number;
  /** Sequences of kept results that must be cleared first, ascending; usually empty. */
  readonly clears: readonly number[];
  readonly clearedTokens: number;
  readonly ledger: readonly LedgerLine[];
};

/** How much of the history to keep, and of the folded user messages to show. */
type Level = (typeof SUMMARY_LEVELS)[number];
/** The share of the remaining window to aim for when instructions and tools already fill half of a small window. */
const SHARE_OF_REST = 0.6;
/** The last target: just below the limit. */
const NEAR_LIMIT_SHARE = 0.95;

/**
 * Returns true if the history must be summarized: it exceeds its share of the window, or the hard limit if the last summary is recent.
 * Always false for a view that contains only the output of a compaction.
 */
export function needsSummary(view: View, budget: WindowBudget, fixedTokens: number): boolean {
  if (view.items.length === 0) return false;
  return (
    requestTokens(view, fixedTokens) > (isRecentlySummarized(view) ? budget.hardLimit : budget.summariseAbove)
  );
}

/** Returns true while the last summary is fewer than `STEPS_BETWEEN_SUMMARIES` steps old. */
export function isRecentlySummarized(view: View): boolean {
  return view.summarizedAtStep !== null && view.steps - view.summarizedAtStep < STEPS_BETWEEN_SUMMARIES;
}

/**
 * Builds the view's new head: marker, attachments, nine sections. Returns null if no permitted cut makes the request small enough; assembling
 * the request then fails and reports what fills the window.
 */
export function summarize(input: SummarizeInput): BuiltSummary | null {
  const { view, budget, fixedTokens } = input;
  const cuts = safeCuts(view.items, view.closes).filter(
    (cut) => !foldsUnansweredMessage(view, cut) && cut.toSequence <= (input.model?.readUpTo ?? Infinity),
  );
  const before = requestTokens(view, fixedTokens);
  for (const target of tokenTargets(budget, fixedTokens)) {
    for (const level of SUMMARY_LEVELS) {
      const cut = cutForLevel(cuts, level, budget);
      const built = cut === null ? null : buildAtCut(input, cut, { level, target });
      if (built !== null && built.afterTokens < before) return built;
    }
  }
  return null;
}

/** Half of the limit; if instructions and tools leave no room for that, a share of the rest; as a last resort, just below the limit. */
function tokenTargets(budget: WindowBudget, fixedTokens: number): readonly number[] {
  const rest = Math.floor(fixedTokens + (budget.summariseAbove - fixedTokens) * SHARE_OF_REST);
  const half = fixedTokens + MIN_HEAD_TOKENS * 2 > budget.compacted ? rest : budget.compacted;
  return [half, rest, Math.floor(budget.summariseAbove * NEAR_LIMIT_SHARE)];
}

/** An unanswered user message must stay verbatim. */
function foldsUnansweredMessage(view: View, cut: Cut): boolean {
  const last = view.items.at(-1);
  return last?.message.role === "user" && cut.index >= view.items.length;
}

function cutForLevel(cuts: readonly Cut[], level: Level, budget: WindowBudget): Cut | null {
  const keeping = cuts.filter((cut) => cut.kept > 0);
  switch (level.kept) {
    case "high":
      return chooseCut(keeping, budget.keptLow, budget.keptHigh);
    case "half":
      return chooseCut(keeping, 0, Math.floor(budget.keptHigh / 2));
    case "last":
      return keeping[0] ?? null;
    case "nothing":
      return cuts[0] ?? null;
  }
}

function buildAtCut(
  input: SummarizeInput,
  cut: Cut,
  aim: { readonly level: Level; readonly target: number },
): BuiltSummary | null {
  const { view, fixedTokens } = input;
  const folded = view.items.slice(0, cut.index).map((item) => item.message);
  const clear = aim.level.clears ? planClearAfter(view, cut.toSequence) : NO_CLEAR;
  const room = aim.target - fixedTokens - cut.kept + clear.frees - FRAME_TOKENS;
  if (room < MIN_HEAD_TOKENS) return null;
  const keys = copyKeyInformation(view.folded);
  for (const message of folded) extractInto(keys, message, view.effects);
  const head = buildHead(input, {
    keys,
    detail: aim.level,
    room,
    toSequence: cut.toSequence,
    folded,
  });
  const headTokens = head.tokens.marker + head.tokens.attachments + head.tokens.summary;
  if (headTokens > room) return null;
  const kept = view.items.slice(cut.index).map((item) => item.placeholder ?? shownText(item.message));
  const { tokens, ...texts } = head;
  return {
    ...texts,
    headTokens: tokens,
    beforeTokens: requestTokens(view, fixedTokens),
    afterTokens: fixedTokens + headTokens + FRAME_TOKENS + cut.kept - clear.frees,
    messagesFolded: folded.length,
    fromSequence: folded[0]?.sequence ?? 0,
    toSequence: cut.toSequence,
    clears: clear.sequences,
    clearedTokens: clear.frees,
    ledger: buildLedger(keys, input.state.goals, [head.attachments, head.summary, ...kept].join("\n")),
  };
}

const FRAME_TOKENS = 4;
const NO_CLEAR: ClearPlan = { sequences: [], frees: 0 };

type HeadInput = {
  readonly keys: KeyInformation;
  readonly detail: UserDetail;
  readonly room: number;
  readonly toSequence: number;
  readonly folded: readonly Message[];
};
type Head = Pick<BuiltSummary, "marker" | "attachments" | "summary" | "archive"> & {
  readonly tokens: BuiltSummary["headTokens"];
};

function buildHead(input: SummarizeInput, head: HeadInput): Head {
  const { view, state } = input;
  const count = (text: string): number => view.tokenizer.count(text);
  const messages = foldedUsers(view, head.toSequence);
  const users = userSection(messages, head.detail);
  const archive = users.archived.length === 0 ? null : archiveText(users.archived);
  const marker = markerText(view, head, archive === null ? null : input.sha256(archive));
  const attachments = renderAttachments(
    state,
    { pins: view.pins.map((pin) => pin.text), keys: head.keys, contents: unchangedFileContents(head) },
    { tokens: Math.floor((head.room - count(marker)) * ATTACHMENTS_SHARE), count },
  );
  const summaryTokens = head.room - count(marker) - count(attachments) - SEPARATOR_TOKENS;
  const summary = joinSections(summarySections(input, head.keys), users.text, {
    tokens: summaryTokens,
    count,
  });
  return {
    marker,
    attachments,
    summary,
    archive,
    tokens: {
      marker: count(marker) + SEPARATOR_TOKENS,
      attachments: count(attachments),
      summary: count(summary),
    },
  };
}

/** Contents, from the folded messages, of files that have not changed since they were read; newest first. */
function unchangedFileContents({ keys, folded }: HeadInput): readonly FileContent[] {
  const results = new Map(
    folded.flatMap((message) =>
      message.role === "tool" && message.outcome === "ok" ? [[message.toolCallId, message] as const] : [],
    ),
  );
  return [...keys.files.values()].reverse().flatMap((file) => {
    const result = file.whole ? results.get(file.toolCallId) : undefined;
    return result === undefined ? [] : [{ path: file.text, text: result.output, sequence: result.sequence }];
  });
}

/** Tokens of the empty lines between the three texts. */
const SEPARATOR_TOKENS = 4;

function foldedUsers(view: View, toSequence: number): readonly UserMessage[] {
  return view.users.filter((message) => message.sequence <= toSequence);
}

/** The model's sections; code fills those that the model left out. */
function summarySections(input: SummarizeInput, keys: KeyInformation): Sections {
  const earlier = parseSections(input.previousSummary.replaceAll(/<\/?summary>/gu, ""));
  const byCode = extractiveSections(keys, { ...input.state, earlier });
  return new Map([...byCode, ...parseSections(input.model?.text ?? "")]);
}

function markerText(view: View, head: HeadInput, archive: string | null): string {
  const total = view.foldedMessages + head.folded.length;
  const archived =
    archive === null
      ? ""
      : ` ${fillPrompt(compactionPrompt.archived, { id: archive.slice(0, SHORT_ID_LENGTH) })}`;
  return fillPrompt(compactionPrompt.folded, {
    messages: String(total),
    sequence: String(head.toSequence),
    archived,
  });
}

function shownText(message: Message): string {
  switch (message.role) {
    case "user":
      return messageText(message);
    case "assistant":
      return `${message.text}\n${message.toolCalls.map((call) => call.arguments).join("\n")}`;
    case "tool":
      return message.output;
  }
}
