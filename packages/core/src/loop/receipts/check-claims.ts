import { splitSentences } from "../../context/message-findings.ts";
import { claimsPrompt } from "../../prompts/generated/claims.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import { type Claim, type ClaimKind, readClaim } from "./claims.ts";
import type { Evidence, Receipt } from "./evidence.ts";

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
/** A reference to a result, such as `[result 12]`, `[#12]` or `[result: call_1]`. */
const CITATION = /\[(?:(?:result|receipt)s?[ :#]*|#)(?<id>[\w-]{1,80})\]/giu;
/** Claims that nothing is left. */
const COMPLETION =
  /\b(?:all|every(?:thing)?|fully|completely|complete[d]?|finished|done)\b|全部|都已|均已|完成/iu;
const LEFT_OVER =
  /\b(?:not|left|remain(?:s|ing)?|except|but|partial(?:ly)?|open|todo|still|yet|unable|failed|missing)\b|n't\b|剩|未|没有|除了|部分/iu;
const RUNS_TESTS =
  /\b(?:tests?|spec|vitest|jest|mocha|pytest|unittest|tox|cargo|tsc|lint|eslint|build|check|make|gradle|mvn|go (?:test|build|vet))\b|run_tests|run_linter/iu;
const NOTHING_FOUND =
  /^\s*$|^\s*(?:\[\s*\]|\{\s*\}|null|none|no (?:matches|results|hits|output|files)[^\n]{0,80})\s*$/iu;

/**
 * Returns one line for each claim of a report that the log of its agent does not support; none when all is well. Code decides by rules, from
 * the text and the log alone, so a claim that it cannot read counts as none.
 */
export function checkClaims(report: CheckedReport, evidence: Evidence): readonly string[] {
  const sentences = splitSentences(report.text.slice(0, MAX_CHECKED_CHARACTERS));
  const found = sentences.flatMap((sentence) => {
    const problem = citationProblem(sentence, evidence) ?? claimProblem(readClaim(sentence), evidence);
    return problem === null ? [] : [`"${cut(sentence)}": ${problem}`];
  });
  const left = completionProblem(report, sentences);
  return [...(left === null ? [] : [left]), ...found].slice(0, MAX_UNVERIFIED);
}

function citationProblem(sentence: string, { receipts }: Evidence): string | null {
  for (const { groups } of sentence.matchAll(CITATION)) {
    const id = groups?.["id"] ?? "";
    const cited = receipts.find(({ callId, sequence }) => callId === id || String(sequence) === id);
    if (cited === undefined) return fillPrompt(claimsPrompt.unknownResult, { id });
    if (cited.isFailure) return fillPrompt(claimsPrompt.failedResult, { id });
    if (isEmpty(cited)) return fillPrompt(claimsPrompt.emptyResult, { id });
    const unnamed = readClaim(sentence)?.paths.find((path) => !names(cited, path));
    if (unnamed !== undefined) return fillPrompt(claimsPrompt.unnamedPath, { id, path: unnamed });
  }
  return null;
}

function claimProblem(claim: Claim | null, evidence: Evidence): string | null {
  return claim === null ? null : CHECKS[claim.kind](claim, evidence);
}

const CHECKS: Readonly<Record<ClaimKind, (claim: Claim, evidence: Evidence) => string | null>> = {
  change: ({ paths }, { receipts, changedPaths }) => {
    const isChanged = (path: string): boolean =>
      [...changedPaths].some((changed) => isSamePath(changed, path)) ||
      receipts.some((receipt) => succeeded(receipt) && !isReading(receipt) && receipt.input.includes(path));
    const missing = paths.find((path) => !isChanged(path));
    if (missing !== undefined) return fillPrompt(claimsPrompt.unchangedPath, { path: missing });
    const hasChange =
      changedPaths.size > 0 || receipts.some((receipt) => succeeded(receipt) && !isReading(receipt));
    return hasChange ? null : claimsPrompt.unchanged;
  },
  tests: (_, { receipts }) => {
    const runs = receipts.filter(({ tool, input }) => RUNS_TESTS.test(`${tool} ${input}`));
    const last = runs.at(-1);
    if (last === undefined) return claimsPrompt.noRun;
    return last.isFailure
      ? fillPrompt(claimsPrompt.failedRun, { id: String(last.sequence) })
      : emptyProblem(last);
  },
  request: ({ addresses }, { receipts }) => {
    const matching = receipts.filter(
      ({ input, tool }) =>
        !isReading({ tool }) &&
        (addresses.length === 0 || addresses.some((address) => input.includes(withoutEnd(address)))),
    );
    const last = matching.at(-1);
    if (last === undefined) return claimsPrompt.noRequest;
    return last.isFailure ? fillPrompt(claimsPrompt.failedRequest, { id: String(last.sequence) }) : null;
  },
  command: ({ commands }, { receipts }) => {
    if (commands.length === 0) return receipts.length === 0 ? claimsPrompt.noCall : null;
    for (const command of commands) {
      const run = receipts.findLast(({ input }) =>
        squeeze(input).includes(squeeze(JSON.stringify(command).slice(1, -1))),
      );
      if (run === undefined) return fillPrompt(claimsPrompt.noCommand, { command });
      if (run.isFailure) return fillPrompt(claimsPrompt.failedCommand, { id: String(run.sequence) });
    }
    return null;
  },
  reading: ({ paths }, { receipts }) => {
    if (receipts.length === 0) return claimsPrompt.noCall;
    const missing = paths.find(
      (path) => !receipts.some((receipt) => receipt.isFailure === false && names(receipt, path)),
    );
    return missing === undefined
      ? foundNothing(receipts)
      : fillPrompt(claimsPrompt.unreadPath, { path: missing });
  },
  agents: (_, { completedChildren }) => (completedChildren === 0 ? claimsPrompt.noAgent : null),
  finding: (_, { receipts }) => (receipts.length === 0 ? null : foundNothing(receipts)),
};

function completionProblem(
  { text, isCompleted, open }: CheckedReport,
  sentences: readonly string[],
): string | null {
  if (LEFT_OVER.test(text)) return null;
  const claim = sentences.find((sentence) => COMPLETION.test(sentence));
  if (claim === undefined) return null;
  if (!isCompleted) return `"${cut(claim)}": ${claimsPrompt.notCompleted}`;
  const [first] = open;
  if (first === undefined) return null;
  const problem = fillPrompt(claimsPrompt.openGoals, { count: String(open.length), title: cut(first) });
  return `"${cut(claim)}": ${problem}`;
}

function foundNothing(receipts: readonly Receipt[]): string | null {
  return receipts.every((receipt) => receipt.isFailure || isEmpty(receipt))
    ? claimsPrompt.nothingReturned
    : null;
}

function emptyProblem(receipt: Receipt): string | null {
  return isEmpty(receipt) ? fillPrompt(claimsPrompt.emptyResult, { id: String(receipt.sequence) }) : null;
}

function succeeded({ isFailure }: Receipt): boolean {
  return !isFailure;
}

function isEmpty({ output }: Receipt): boolean {
  return NOTHING_FOUND.test(output);
}

function isReading({ tool }: Pick<Receipt, "tool">): boolean {
  return /^(?:read|grep|glob|list|search|find|get|goal|todo|ask_|calculator|current_)/u.test(tool);
}

function names({ input, output }: Receipt, path: string): boolean {
  return input.includes(path) || output.includes(path);
}

function isSamePath(changed: string, named: string): boolean {
  const plain = named.replace(/^\.\//u, "");
  return changed === plain || changed.endsWith(`/${plain}`) || plain.endsWith(`/${changed}`);
}

function withoutEnd(address: string): string {
  return address.replace(/[/.,;:!?]+$/u, "");
}

function squeeze(text: string): string {
  return text.replace(/\s+/gu, " ");
}

function cut(sentence: string): string {
  const line = squeeze(sentence.trim());
  return line.length <= MAX_SENTENCE ? line : `${line.slice(0, MAX_SENTENCE - 1)}…`;
}
