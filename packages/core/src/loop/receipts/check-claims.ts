import { splitSentences } from "../../context/message-findings.ts";
import { claimsPrompt } from "../../prompts/generated/claims.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import { CLAIM_CHECKS } from "./claim-checks.ts";
import { type Claim, readClaim } from "./claims.ts";
import type { ClaimContext, Evidence } from "./evidence.ts";
import { isEmpty, namesPath } from "./receipt-kinds.ts";
import { squeeze } from "./squeeze.ts";

/** The report whose claims are checked. */
export type CheckedReport = {
  /** The last message of the agent. */
  readonly text: string;
  readonly isCompleted: boolean;
  /** Titles of goals and todos that were open when it ended. */
  readonly open: readonly string[];
};

const MAX_CHECKED_CHARACTERS = 40_000;
const MAX_UNVERIFIED = 12;
const MAX_SENTENCE = 160;
/** A reference to a result, such as `[result 12]`, `(see result #12)`, `[#12]` or `[result: call_1]`. */
const CITATION =
  /\[(?:(?:see )?(?:result|receipt|sequence|entry|call)s?(?: id)?[ :#]*|#)(?<id>[\w-][\w.:/-]{0,80})\]|\((?:see )?(?:result|receipt|sequence|entry)[ :#]*(?<other>[\w-]*\d[\w-]*)\)/giu;
/** The status of a failed answer, and not a count or a measure. */
const STATUS =
  /(?<![\d.,])[45]\d\d\b(?![.,%]?\d| ?(?:rows|records|users|items|lines|files|tests|orders|messages|entries|events|ms|[kKMG]B|bytes)\b)/gu;
/** Claims that nothing is left. */
const COMPLETION =
  /\b(?:all|every(?:thing)?|fully|completely|complete[d]?|finished|done)\b|全部|都已|均已|完成/iu;
/** Restricts a claim of completion in its own sentence. */
const RESTRICTED =
  /\b(?:not|left|remain(?:s|ing)?|except|but|partial(?:ly)?|open|todo|still|yet|unable|failed|missing)\b|n't\b|剩|未|没有|除了|部分/iu;
/** Matches another sentence which states that something is left. */
const LEFT_OVER =
  /\b(?:left|remain(?:s|ing|ed)?|except|partial(?:ly)?|(?:is|are|stays?|still) open|todo|unfinished|incomplete|unable|could not|failed|missing|skipped|postponed|deferred|ran out|not (?:yet )?(?:\w+ )?(?:done|finished|complete[d]?|migrated|started|reached|covered|included))\b|(?:could|did|do|is|are|was|were|have|has)n't (?:yet )?(?:be |been |get |have )?(?:done|finish|complete|reach|migrate|start|cover|possible)|剩|未完成|尚未|除了|部分/iu;
/** A word of a title by which a sentence refers to it. */
const TITLE_WORD = /[\p{L}\p{N}_-]{5,}/gu;

/**
 * Returns one line for each claim of a report that the log of its agent does not support; none if it supports all of them. Code decides by rules,
 * from the text and the log alone, so a claim that it cannot interpret does not count.
 */
export function checkClaims(report: CheckedReport, evidence: Evidence): readonly string[] {
  const sentences = splitSentences(report.text.slice(0, MAX_CHECKED_CHARACTERS));
  const context = { ...evidence, text: report.text };
  const found = sentences.flatMap((sentence) => {
    const problem = citationProblem(sentence, evidence) ?? claimProblem(readClaim(sentence), context);
    return problem === null ? [] : [`"${cut(sentence)}": ${problem}`];
  });
  const left = completionProblem(report, sentences);
  return [...(left === null ? [] : [left]), ...found].slice(0, MAX_UNVERIFIED);
}

function citationProblem(sentence: string, { receipts }: Evidence): string | null {
  for (const { groups } of sentence.matchAll(CITATION)) {
    const id = groups?.["id"] ?? groups?.["other"] ?? "";
    const cited = receipts.find(({ callId, sequence }) => callId === id || String(sequence) === id);
    if (cited === undefined) return fillPrompt(claimsPrompt.unknownResult, { id });
    if (cited.isFailure) return fillPrompt(claimsPrompt.failedResult, { id });
    if (isEmpty(cited)) return fillPrompt(claimsPrompt.emptyResult, { id });
    const unnamed = readClaim(sentence)?.paths.find((path) => !namesPath(cited, path));
    if (unnamed !== undefined) return fillPrompt(claimsPrompt.unnamedPath, { id, path: unnamed });
  }
  return null;
}

function claimProblem(claim: Claim | null, context: ClaimContext): string | null {
  if (claim === null) return null;
  const statuses = /(?<![\d.,])2\d\d\b/u.test(claim.sentence) ? [] : (claim.sentence.match(STATUS) ?? []);
  if (statuses.length === 0) return CLAIM_CHECKS[claim.kind](claim, context);
  // A sentence that names the status of a failed answer reports that failure.
  const receipts = context.receipts.map((receipt) =>
    statuses.some((status) => receipt.output.includes(status)) ? { ...receipt, isFailure: false } : receipt,
  );
  return CLAIM_CHECKS[claim.kind](claim, { ...context, receipts });
}

function completionProblem(
  { text, isCompleted, open }: CheckedReport,
  sentences: readonly string[],
): string | null {
  const claim = sentences.find((sentence) => COMPLETION.test(sentence) && !RESTRICTED.test(sentence));
  if (claim === undefined || LEFT_OVER.test(text.replace(claim, " ")) || saysLeft(sentences, open))
    return null;
  if (!isCompleted) return `"${cut(claim)}": ${claimsPrompt.notCompleted}`;
  const [first] = open;
  if (first === undefined) return null;
  const problem = fillPrompt(claimsPrompt.openGoals, { count: String(open.length), title: cut(first) });
  return `"${cut(claim)}": ${problem}`;
}

/** True if a sentence states that an open item is open. */
function saysLeft(sentences: readonly string[], open: readonly string[]): boolean {
  const words = open.flatMap((title) => title.toLowerCase().match(TITLE_WORD) ?? []);
  return sentences.some(
    (sentence) => RESTRICTED.test(sentence) && words.some((word) => sentence.toLowerCase().includes(word)),
  );
}

function cut(sentence: string): string {
  const line = squeeze(sentence.trim());
  return line.length <= MAX_SENTENCE ? line : `${line.slice(0, MAX_SENTENCE - 1)}…`;
}
