import type { UserMessage } from "../log/message.ts";
import { compactionPrompt } from "../prompts/generated/compaction.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { isProhibition, isRequirement, messageText } from "../context/extract.ts";
import { splitSentences } from "../context/message-findings.ts";
import { USER_MESSAGES_KEPT } from "../tunables.ts";
import { cutToTokens } from "./text-budget.ts";
import { waterFill } from "./water-fill.ts";

/** The "All user messages" section of a summary, and the messages that it does not show in full, for the archive. */
export type UserSection = { readonly text: string; readonly archived: readonly UserMessage[] };

type UserBudget = {
  readonly tokens: number;
  readonly count: (text: string) => number;
  /** Show the newest message whole whatever it takes. */
  readonly newestWhole: boolean;
};

/** Tokens of the line around a message: number, mark of a cut, line end. */
const LINE_TOKENS = 16;
/** If even the ends are shortened, there is no room for rules from the middle. */
const MIN_SIDE_CHARACTERS = 40;
/** A message that gets fewer tokens than this shows nothing worth reading. */
const MIN_SHARE_TOKENS = 40;

/**
 * Builds the section of user messages from the log, never by a model: the first and the newest ten, verbatim while they fit. If they don't, the
 * newest stays whole, and of each other message its beginning, its prohibitions and requirements, and its end share the tokens.
 */
export function userSection(folded: readonly UserMessage[], budget: UserBudget): UserSection {
  const { count } = budget;
  const shown = shownMessages(folded, budget);
  const between = folded.slice(1, folded.length - shown.length + 1);
  const note = betweenNote(between.length);
  const needs = shown.map((message) => messageTokens(message, count));
  const newest = budget.newestWhole ? (needs.at(-1) ?? 0) : 0;
  const room = budget.tokens - (note === "" ? 0 : count(note) + 1) - newest;
  const shares = budget.newestWhole
    ? [...waterFill(needs.slice(0, -1), room), newest]
    : waterFill(needs, room);
  const lines = shown.map((message, index) => {
    const text = messageText(message);
    const share = shares[index] ?? 0;
    const isWhole = share >= (needs[index] ?? 0);
    return { message, isWhole, text: isWhole ? text : shortenMessage(text, share - LINE_TOKENS, count) };
  });
  const cut = new Set<UserMessage>(lines.filter(({ isWhole }) => !isWhole).map(({ message }) => message));
  const [first, ...rest] = lines.map(({ message, text }) => `#${message.sequence}: ${text}`);
  return {
    text: [first ?? "", note, ...rest].filter((line) => line !== "").join("\n"),
    archived: folded.filter((message) => between.includes(message) || cut.has(message)),
  };
}

/** The first message and the newest ones: ten, fewer only if not even a line of each fits. */
function shownMessages(
  folded: readonly UserMessage[],
  { tokens, count }: UserBudget,
): readonly UserMessage[] {
  for (let kept = USER_MESSAGES_KEPT; kept > 1; kept -= 1) {
    const shown = newestMessages(folded, kept);
    const least = shown.reduce(
      (sum, message) => sum + Math.min(MIN_SHARE_TOKENS, messageTokens(message, count)),
      0,
    );
    if (least <= tokens) return shown;
  }
  return newestMessages(folded, 1);
}

function newestMessages(folded: readonly UserMessage[], kept: number): readonly UserMessage[] {
  const from = Math.max(1, folded.length - kept);
  return folded.filter((_, index) => index === 0 || index >= from);
}

function betweenNote(messages: number): string {
  return messages === 0 ? "" : fillPrompt(compactionPrompt.archivedMessages, { count: String(messages) });
}

function messageTokens(message: UserMessage, count: (text: string) => number): number {
  return count(messageText(message)) + LINE_TOKENS;
}

/**
 * Returns the tokens that `userSection` needs to show everything that it can show, of these the tokens of the newest message, and the tokens with
 * which each of the others is still recognizable.
 */
export function userSectionTokens(
  folded: readonly UserMessage[],
  count: (text: string) => number,
): { readonly all: number; readonly newest: number; readonly least: number } {
  const needs = newestMessages(folded, USER_MESSAGES_KEPT).map((message) => messageTokens(message, count));
  const note = betweenNote(folded.length - needs.length);
  const start = note === "" ? 0 : count(note) + 1;
  return {
    all: needs.reduce((sum, need) => sum + need, start),
    newest: needs.at(-1) ?? 0,
    least: needs.slice(0, -1).reduce((sum, need) => sum + Math.min(need, MIN_SHARE_TOKENS), start),
  };
}

/** Returns the text of an archive: every message in full under its number. */
export function archiveText(archived: readonly UserMessage[]): string {
  return archived
    .map((message) => `## User message #${message.sequence}\n\n${messageText(message)}`)
    .join("\n\n");
}

/** The beginning of a text, the rules stated in its middle, and its end, which often holds the question. */
function shortenMessage(text: string, tokens: number, count: (text: string) => number): string {
  const mark = fillPrompt(compactionPrompt.cutMessage, { characters: String(text.length) });
  const rest = Math.max(0, tokens - count(mark));
  const size = text.length * Math.min(1, rest / Math.max(1, count(text)));
  const side = Math.floor(size / 3);
  const head = text.slice(0, side).replace(/[\uD800-\uDBFF]$/u, "");
  const tail = text.slice(text.length - side).replace(/^[\uDC00-\uDFFF]/u, "");
  const rules = ruleSentences(text.slice(side, text.length - side)).join(" ");
  const used = count(head) + count(tail);
  const middle = cutToTokens(rules, Math.max(0, rest - used - 2), count);
  // Without rules, the ends get their share.
  if ((middle === "" || side < MIN_SIDE_CHARACTERS) && side > 0) {
    const half = Math.floor(size / 2);
    const start = text.slice(0, half).replace(/[\uD800-\uDBFF]$/u, "");
    return `${start}${mark}${text.slice(text.length - half).replace(/^[\uDC00-\uDFFF]/u, "")}`;
  }
  return `${head}${mark}${middle === "" ? "" : `${middle} … `}${tail}`;
}

function ruleSentences(text: string): readonly string[] {
  const rules = splitSentences(text).filter(isRequirement);
  return [...rules.filter(isProhibition), ...rules.filter((rule) => !isProhibition(rule))];
}
