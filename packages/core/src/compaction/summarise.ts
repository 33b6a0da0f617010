import type { LedgerLine } from "../log/run-event.ts";
import type { Message, UserMessage } from "../log/message.ts";
import { compactionPrompt } from "../prompts/generated/compaction.ts";
import { fillPrompt } from "../prompts/parse.ts";
import {
  ATTACHMENTS_SHARE,
  MIN_HEAD_TOKENS,
  STEPS_BETWEEN_SUMMARIES,
  USER_MESSAGES_KEPT,
} from "../tunables.ts";
import { type FileContent, renderAttachments, type RunStateTexts } from "./attachments.ts";
import { planClearInNeed, requestTokens } from "./clear.ts";
import { chooseCut, type Cut, safeCuts } from "./cut-point.ts";
import { copyKeyInformation, extractInto, type KeyInformation, textOf } from "../context/extract.ts";
import { ledgerOf } from "./ledger.ts";
import { extractiveSections, joinSections, parseSections, type Sections } from "./sections.ts";
import { SHORT_ID_LENGTH } from "./spill.ts";
import { archiveText, type UserDetail, userSection } from "./user-messages.ts";
import type { View } from "../context/view.ts";
import type { WindowBudget } from "./window-budget.ts";

/** What a summary is made from. `fixedTokens` is what stands outside the messages: instructions, tools, tail. */
export type SummariseInput = {
  readonly view: View;
  readonly budget: WindowBudget;
  readonly fixedTokens: number;
  readonly state: RunStateTexts;
  /** What a model wrote; null for a summary by code alone. */
  readonly written: string | null;
  /** The last message that whoever wrote it had read: nothing newer is folded. */
  readonly writtenUpTo?: number;
  /** Text of the summary that stands in front now; empty when there is none. */
  readonly earlier: string;
  readonly sha256: (text: string) => string;
};

/** A summary that fits, ready to be stored: the texts of its blobs, what it folds, and which kept results must shrink with it. */
export type Summarised = {
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
  /** Results of the kept part that have to be cleared first, ascending; mostly none. */
  readonly clears: readonly number[];
  readonly clearedTokens: number;
  readonly ledger: readonly LedgerLine[];
};

/** How much stays: each next level is smaller, and the first that fits is taken (the tail shrinks, then more is archived). */
type Level = UserDetail & { readonly kept: "high" | "half" | "last" | "nothing"; readonly clears: boolean };
const ALL = Number.MAX_SAFE_INTEGER;
const LEVELS: readonly Level[] = [
  { kept: "high", clears: false, newest: USER_MESSAGES_KEPT, length: ALL },
  { kept: "half", clears: false, newest: USER_MESSAGES_KEPT, length: ALL },
  { kept: "last", clears: false, newest: USER_MESSAGES_KEPT, length: ALL },
  { kept: "last", clears: true, newest: USER_MESSAGES_KEPT, length: ALL },
  { kept: "last", clears: true, newest: USER_MESSAGES_KEPT, length: 1_200 },
  { kept: "last", clears: true, newest: 4, length: 400 },
  { kept: "nothing", clears: true, newest: USER_MESSAGES_KEPT, length: 400 },
  { kept: "nothing", clears: true, newest: 2, length: 160 },
];
/** With instructions and tools that fill half a small window, the rest of it is shared like this. */
const SHARE_OF_REST = 0.6;
const NEARLY = 0.95;

/**
 * Decides whether the history has to be summarised: above its share of the window, or above the hard limit when the last summary
 * is less than ten steps old. Never for a view that is nothing but the output of a compaction.
 */
export function needsSummary(view: View, budget: WindowBudget, fixedTokens: number): boolean {
  if (view.items.length === 0) return false;
  return (
    requestTokens(view, fixedTokens) > (isRecentlySummarised(view) ? budget.hardLimit : budget.summariseAbove)
  );
}

/** True while the last summary is less than ten steps old. */
export function isRecentlySummarised(view: View): boolean {
  return view.summarisedAt !== null && view.steps - view.summarisedAt < STEPS_BETWEEN_SUMMARIES;
}

/**
 * Builds the view's new front: marker, attachments, nine sections. Null when nothing that may be folded would make the request small
 * enough; then the request is over its window and says what fills it.
 */
export function summarise(input: SummariseInput): Summarised | null {
  const { view, budget, fixedTokens } = input;
  const cuts = safeCuts(view.items, view.closes).filter(
    (cut) => !losesQuestion(view, cut) && isRead(input, cut),
  );
  const before = requestTokens(view, fixedTokens);
  for (const target of targetsOf(budget, fixedTokens)) {
    for (const level of LEVELS) {
      const cut = cutOf(cuts, level, budget);
      const made = cut === null ? null : build(input, cut, { level, target });
      if (made !== null && made.afterTokens <= target && made.afterTokens < before) return made;
    }
  }
  return null;
}

/** Half of the limit; where instructions and tools leave no room for that, a share of what they leave; in need, just below the limit. */
function targetsOf(budget: WindowBudget, fixedTokens: number): readonly number[] {
  const rest = Math.floor(fixedTokens + (budget.summariseAbove - fixedTokens) * SHARE_OF_REST);
  const half = fixedTokens + MIN_HEAD_TOKENS * 2 > budget.compacted ? rest : budget.compacted;
  return [half, rest, Math.floor(budget.summariseAbove * NEARLY)];
}

function isRead({ view, writtenUpTo = Infinity }: SummariseInput, cut: Cut): boolean {
  return (view.items[cut.index - 1]?.message.sequence ?? 0) <= writtenUpTo;
}

/** A message of a person that no answer followed yet stays word for word. */
function losesQuestion(view: View, cut: Cut): boolean {
  const last = view.items.at(-1);
  return last?.message.role === "user" && cut.index >= view.items.length;
}

function cutOf(cuts: readonly Cut[], level: Level, budget: WindowBudget): Cut | null {
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

function build(
  input: SummariseInput,
  cut: Cut,
  aim: { readonly level: Level; readonly target: number },
): Summarised | null {
  const { view, fixedTokens } = input;
  const folded = view.items.slice(0, cut.index).map((item) => item.message);
  const [first] = folded;
  const last = folded.at(-1);
  if (first === undefined || last === undefined) return null;
  const clears = aim.level.clears ? clearsAfter(view, last.sequence) : { sequences: [], saves: 0 };
  const room = aim.target - fixedTokens - cut.kept + clears.saves - FRAME_TOKENS;
  if (room < MIN_HEAD_TOKENS) return null;
  const keys = copyKeyInformation(view.folded);
  for (const message of folded) extractInto(keys, message);
  const head = headOf(input, {
    keys,
    detail: aim.level,
    room,
    toSequence: last.sequence,
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
    afterTokens: fixedTokens + headTokens + FRAME_TOKENS + cut.kept - clears.saves,
    messagesFolded: folded.length,
    fromSequence: first.sequence,
    toSequence: last.sequence,
    clears: clears.sequences,
    clearedTokens: clears.saves,
    ledger: ledgerOf(keys, input.state.goals, [head.attachments, head.summary, ...kept].join("\n")),
  };
}

const FRAME_TOKENS = 4;

function clearsAfter(
  view: View,
  sequence: number,
): { readonly sequences: readonly number[]; readonly saves: number } {
  const later = [...view.ripe, ...view.fresh].filter(
    ({ item, saves }) => item.message.sequence > sequence && saves > 0,
  );
  const all = new Set(planClearInNeed(view, 0)?.sequences ?? []);
  const chosen = later.filter(({ item }) => all.has(item.message.sequence));
  return {
    sequences: chosen.map(({ item }) => item.message.sequence),
    saves: chosen.reduce((sum, clearable) => sum + clearable.saves, 0),
  };
}

type HeadInput = {
  readonly keys: KeyInformation;
  readonly detail: UserDetail;
  readonly room: number;
  readonly toSequence: number;
  readonly folded: readonly Message[];
};
type Head = Pick<Summarised, "marker" | "attachments" | "summary" | "archive"> & {
  readonly tokens: Summarised["headTokens"];
};

function headOf(input: SummariseInput, head: HeadInput): Head {
  const { view, state } = input;
  const count = (text: string): number => (text === "" ? 0 : view.tokenizer.count(text));
  const people = foldedUsers(view, head.toSequence);
  const users = userSection(people, head.detail);
  const archive = users.archived.length === 0 ? null : archiveText(users.archived);
  const marker = markerText(view, head, archive === null ? null : input.sha256(archive));
  const attachments = renderAttachments(
    state,
    { pins: view.pins.map((pin) => pin.text), keys: head.keys, contents: contentsOf(head) },
    { tokens: Math.floor((head.room - count(marker)) * ATTACHMENTS_SHARE), count },
  );
  const left = head.room - count(marker) - count(attachments) - JOINT_TOKENS;
  const summary = joinSections(sectionsOf(input, head.keys), users.text, { tokens: left, count });
  return {
    marker,
    attachments,
    summary,
    archive,
    tokens: {
      marker: count(marker) + JOINT_TOKENS,
      attachments: count(attachments),
      summary: count(summary),
    },
  };
}

/** What the folded part shows of the files read last and not changed since, newest first. */
function contentsOf({ keys, folded }: HeadInput): readonly FileContent[] {
  const results = new Map(
    folded.flatMap((message) =>
      message.role === "tool" && message.outcome === "ok" ? [[message.toolCallId, message] as const] : [],
    ),
  );
  return [...keys.files.values()].reverse().flatMap((file) => {
    const result = file.changed ? undefined : results.get(file.toolCallId);
    return result === undefined ? [] : [{ path: file.text, text: result.output, sequence: result.sequence }];
  });
}

/** Empty lines between the three texts. */
const JOINT_TOKENS = 4;

function foldedUsers(view: View, toSequence: number): readonly UserMessage[] {
  return view.users.filter((message) => message.sequence <= toSequence);
}

/** What the model wrote; code fills the sections it left empty. */
function sectionsOf(input: SummariseInput, keys: KeyInformation): Sections {
  const earlier = parseSections(input.earlier.replaceAll(/<\/?summary>/gu, ""));
  const byCode = extractiveSections(keys, { ...input.state, earlier });
  if (input.written === null) return byCode;
  return new Map([...byCode, ...parseSections(input.written)]);
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
      return textOf(message);
    case "assistant":
      return `${message.text}\n${message.toolCalls.map((call) => call.arguments).join("\n")}`;
    case "tool":
      return message.output;
  }
}
