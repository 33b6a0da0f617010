import type { LedgerLine } from "../log/run-event.ts";
import type { Message, UserMessage } from "../log/message.ts";
import { compactionPrompt } from "../prompts/generated/compaction.ts";
import { fillPrompt } from "../prompts/parse.ts";
import {
  ATTACHMENTS_SHARE,
  HEAD_SHARE,
  MIN_HEAD_TOKENS,
  PUT_BACK_SHARE,
  STEPS_BETWEEN_SUMMARIES,
} from "../tunables.ts";
import { type FileContent, listsOpenGoals, renderAttachments, type PreservedState } from "./attachments.ts";
import { type ClearPlan, planClearAfter, requestTokens } from "./clear.ts";
import { droppedFacts } from "./dropped-facts.ts";
import { chooseCut, type Cut, safeCuts } from "./cut-point.ts";
import { copyKeyInformation, extractInto, type KeyInformation, messageText } from "../context/extract.ts";
import { archivedIndex, foldIndex } from "./fold-index.ts";
import { buildLedger } from "./ledger.ts";
import {
  extractiveSections,
  joinSections,
  parseSections,
  type Sections,
  sectionsTokens,
  withoutQuotes,
  withoutRepeats,
} from "./sections.ts";
import { SHORT_ID_LENGTH } from "../context/short-id.ts";
import { type Level, type People, summaryAims, type Aim } from "./summary-aims.ts";
import { archiveText, userSection, userSectionTokens } from "./user-messages.ts";
import { waterFill } from "./water-fill.ts";
import { unseenResults, type View } from "../context/view.ts";
import { keptTokens, type WindowBudget } from "./window-budget.ts";

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
  /** The state part lists every open goal of the plan. */
  readonly listsOpenGoals: boolean;
};

/**
 * Returns true if the history must be summarized: it exceeds its share of the window, or the hard limit if the last summary is recent.
 * Always false for a view that contains only the output of a compaction.
 */
export function needsSummary(view: View, budget: WindowBudget, fixedTokens: number): boolean {
  if (view.items.length === 0) return false;
  const used = requestTokens(view, fixedTokens);
  if (!isRecentlySummarized(view)) return used > budget.summariseAbove;
  return used > (unseenResults(view).length > 0 ? budget.usable : budget.hardLimit);
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
  const keeping = keepingCuts(cuts, view);
  for (const aim of summaryAims({ view, budget, fixedTokens, newestStep: keeping[0]?.kept ?? 0 })) {
    const cut = cutForLevel(aim.level, { cuts, keeping }, input);
    const built = cut === null ? null : buildAtCut(input, cut, aim);
    if (built !== null && built.afterTokens < before) return built;
  }
  return null;
}

/** An unanswered user message must stay verbatim. */
function foldsUnansweredMessage(view: View, cut: Cut): boolean {
  const last = view.items.at(-1);
  return last?.message.role === "user" && cut.index >= view.items.length;
}

/**
 * The cuts that keep a tail, and in it every result that the model has not seen, whatever followed it. If no message comes before these results, only
 * the summary at the front can shrink.
 */
function keepingCuts(cuts: readonly Cut[], view: View): readonly Cut[] {
  const [first] = unseenResults(view);
  const keeping = cuts.filter(
    (cut) => cut.kept > 0 && (first === undefined || cut.toSequence < first.message.sequence),
  );
  if (keeping.length > 0 || first === undefined || view.head === null) return keeping;
  return [{ index: 0, kept: view.tokens, toSequence: view.head.toSequence, goalClosed: false }];
}

function cutForLevel(
  level: Level,
  { cuts, keeping }: { readonly cuts: readonly Cut[]; readonly keeping: readonly Cut[] },
  { view, budget, fixedTokens }: SummarizeInput,
): Cut | null {
  const { low, high } = keptTokens(budget, fixedTokens);
  const newest = unseenResults(view).length > 0 ? (keeping[0]?.kept ?? 0) : 0;
  switch (level.kept) {
    case "high":
      return chooseCut(keeping, low, Math.max(newest, high));
    case "half":
      return chooseCut(keeping, Math.floor(low / 2), Math.max(newest, Math.floor(high / 2)));
    case "last":
      return keeping[0] ?? null;
    case "nothing":
      return cuts[0] ?? null;
  }
}

function buildAtCut(input: SummarizeInput, cut: Cut, aim: Aim): BuiltSummary | null {
  const { view, fixedTokens } = input;
  const folded = view.items.slice(0, cut.index).map((item) => item.message);
  const whole = aim.target - fixedTokens - cut.kept - FRAME_TOKENS;
  const share = Math.max(MIN_HEAD_TOKENS, (aim.target - fixedTokens) * HEAD_SHARE);
  const clear = clearForLevel(aim.level, { view, toSequence: cut.toSequence, missing: share - whole });
  const room = whole + clear.frees;
  const canShrink = aim.level.kept === "high" || aim.level.kept === "half";
  if (room < (canShrink ? share : MIN_HEAD_TOKENS)) return null;
  const keys = copyKeyInformation(view.folded);
  for (const message of folded) extractInto(keys, message, view.effects);
  const { people } = aim;
  const head = buildHeadWithin(input, { keys, people, room, toSequence: cut.toSequence, folded });
  if (head === null) return null;
  const headTokens = sumHead(head);
  const kept = view.items.slice(cut.index).map((item) => item.placeholder ?? shownText(item.message));
  const { tokens, ...texts } = head;
  return {
    ...texts,
    headTokens: tokens,
    beforeTokens: requestTokens(view, fixedTokens),
    afterTokens: fixedTokens + headTokens + FRAME_TOKENS + cut.kept - clear.frees,
    messagesFolded: folded.length,
    fromSequence: folded[0]?.sequence ?? cut.toSequence,
    toSequence: cut.toSequence,
    clears: clear.sequences,
    clearedTokens: clear.frees,
    listsOpenGoals: listsOpenGoals(input.state.goals, head.attachments),
    ledger: buildLedger(keys, input.state.goals, [head.attachments, head.summary, ...kept].join("\n")),
  };
}

/** The kept results that a level clears; `missing` is how many tokens of unseen results stand in the way of a summary. */
function clearForLevel(
  { clears }: Level,
  {
    view,
    toSequence,
    missing,
  }: { readonly view: View; readonly toSequence: number; readonly missing: number },
): ClearPlan {
  switch (clears) {
    case "nothing":
      return NO_CLEAR;
    case "seen":
      return planClearAfter(view, toSequence, { unseenFrees: () => 0 });
    case "some":
      return planClearAfter(view, toSequence, { unseenFrees: (seen) => missing - seen });
    case "all":
      return planClearAfter(view, toSequence, { unseenFrees: () => Infinity });
  }
}

const FRAME_TOKENS = 4;
const NO_CLEAR: ClearPlan = { sequences: [], frees: 0 };

type HeadInput = {
  readonly keys: KeyInformation;
  readonly people: People;
  readonly room: number;
  readonly toSequence: number;
  readonly folded: readonly Message[];
};
type Head = Pick<BuiltSummary, "marker" | "attachments" | "summary" | "archive"> & {
  readonly tokens: BuiltSummary["headTokens"];
};

/** The parts of a head are counted one by one, so together they may take a few tokens more than asked. Each attempt asks for less. */
const HEAD_ATTEMPTS = 6;
/** How much less the first time; a few tokens less may give the same head, so each time it is twice as much. */
const HEAD_MARGIN_TOKENS = 2;

/** Returns a head that takes at most `head.room`, null if there is none. */
function buildHeadWithin(input: SummarizeInput, head: HeadInput): Head | null {
  let { room } = head;
  for (let attempt = 0; attempt < HEAD_ATTEMPTS && room >= MIN_HEAD_TOKENS; attempt += 1) {
    const built = buildHead(input, { ...head, room });
    if (built === null) return null;
    const over = sumHead(built) - head.room;
    if (over <= 0) return built;
    room -= Math.max(over, HEAD_MARGIN_TOKENS * 2 ** attempt);
  }
  return null;
}

function sumHead({ tokens }: Head): number {
  return tokens.marker + tokens.attachments + tokens.summary;
}

/** State first, as it is; user messages, sections and the index of what was folded share the rest. Null if the ends of user messages don't fit as asked. */
function buildHead(input: SummarizeInput, head: HeadInput): Head | null {
  const { view, state } = input;
  const count = (text: string): number => view.tokenizer.count(text);
  const messages = foldedUsers(view, head.toSequence);
  const markerTokens = count(markerText(view, head, "0".repeat(SHORT_ID_LENGTH))) + SEPARATOR_TOKENS;
  const stateText = renderAttachments(
    state,
    { pins: view.pins.map((pin) => pin.text), keys: head.keys, contents: unchangedFileContents(head) },
    { tokens: Math.floor((head.room - markerTokens) * ATTACHMENTS_SHARE), count },
  );
  const room = head.room - markerTokens - count(stateText) - SEPARATOR_TOKENS * 2;
  const sections = withoutRepeats(summarySections(input, head, stateText), stateText);
  const need = userSectionTokens(messages, count);
  const newestWhole = head.people !== "ends";
  const newest = newestWhole ? need.newest : 0;
  const others = Math.max(0, Math.floor((room - newest) / 2));
  if (head.people === "whole and ends" && others < need.least) return null;
  const least = newest + Math.min(need.least, others);
  // Its share is at most the room.
  const wholeIndex = foldIndex(head.keys, "", { tokens: room, count });
  const [userTokens = 0, sectionTokens = 0] = waterFill(
    [need.all - least, sectionsTokens(sections, count), count(wholeIndex)],
    room - least,
  );
  const { text: userText, archived } = userSection(messages, {
    ...{ tokens: userTokens + least, newestWhole, count },
  });
  const summary = joinSections(withoutQuotes(sections, userText), userText, {
    tokens: count(userText) + sectionTokens,
    count,
  });
  const rest = room - count(summary);
  const putBack = droppedFacts(head.keys, state.goals, {
    ...{ shown: `${stateText}\n${summary}`, tokens: Math.floor(rest * PUT_BACK_SHARE), count },
  });
  const index = foldIndex(head.keys, [stateText, summary, putBack].join("\n"), {
    ...{ tokens: rest - count(putBack) - SEPARATOR_TOKENS, count },
  });
  const attachments = [stateText, putBack, index].filter((text) => text !== "").join("\n");
  const archive = [archivedIndex(head.keys), archiveText(archived)]
    .filter((text) => text !== "")
    .join("\n\n");
  const marker = markerText(view, head, archive === "" ? null : input.sha256(archive));
  return {
    ...{ marker, attachments, summary, archive: archive === "" ? null : archive },
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
function summarySections(input: SummarizeInput, head: HeadInput, shown: string): Sections {
  const earlier = parseSections(input.previousSummary.replaceAll(/<\/?summary>/gu, ""));
  const { closed } = input.view.goalNotes;
  const notes = [...closed.values()].filter(({ sequence }) => sequence <= head.toSequence);
  const byCode = extractiveSections(head.keys, { ...input.state, earlier, notes, shown });
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
