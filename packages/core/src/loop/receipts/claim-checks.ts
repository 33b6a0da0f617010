import { claimsPrompt } from "../../prompts/generated/claims.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import type { Claim, ClaimKind } from "./claims.ts";
import { countProblem } from "./count-problem.ts";
import type { ClaimContext } from "./evidence.ts";
import { looksFor } from "./looks-for.ts";
import { readsOnlyPart } from "./reads-only-part.ts";
import { isActing, isEmpty, isReading, isSearch, namesPath, type Receipt } from "./receipt-kinds.ts";
import { changeProblem } from "./change-claims.ts";
import { requestProblem } from "./request-claims.ts";
import { squeeze } from "./squeeze.ts";
import { testsProblem } from "./test-claims.ts";

const WHOLE =
  /\b(?:all of|the (?:whole|entire|full|complete)|every (?:line|page|row|entry)|in full|completely|from (?:start|beginning|top) to (?:end|bottom))\b|全部|整个|完整|全文|所有/iu;
const NUMBERS: Readonly<Record<string, number>> = {
  both: 2,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
};
const AGENT_COUNT =
  /\b(?:all )?(?<count>both|two|three|four|five|six|seven|eight|[2-9])\b(?: of (?:the|my))?(?: \w+){0,2}? (?:sub-?agents|agents|explorers|analysts|branches)\b/iu;
const PROBLEM_SAID =
  /\b(?:errors?|problems?|issues?|warnings?|exit(?:s|ed)?|broke|breaks|crash\w*|stopped|timed? ?out)\b|错误|问题|超时/iu;
/** Names of code: in backticks, or written as programs write them. */
const IDENTIFIER = /`([^`\s]{2,80})`|\b([a-z]+[A-Z]\w*|[a-z]+_\w+|[A-Z]+_[A-Z_]+)\b/gu;
const MEASURED = /\d[\d.,]*(?=\s?(?:ms|µs|s|seconds?|minutes?|kB|KB|MB|GB|bytes)\b)/gu;
const NUMBER = /(?:(?<=\dm)|(?<![\w.]))\d[\d,]*(?:\.\d+)?/gu;
/** A measure may be rounded, or given in another unit of time or size. */
const UNITS = [1, 1_000, 1 / 1_000, 60, 1 / 60, 1_024, 1 / 1_024, 1_048_576, 1_000_000];
const ROUNDING = 0.02;

/** For each kind of claim, why its agent's log does not support it; null if it does. */
export const CLAIM_CHECKS: Readonly<
  Record<ClaimKind, (claim: Claim, context: ClaimContext) => string | null>
> = {
  change: changeProblem,
  tests: testsProblem,
  request: (claim, context) =>
    requestProblem(claim, context) ?? countProblem(claim.sentence, context.receipts),
  answer: ({ addresses }, { receipts }) => {
    const last = receipts
      .filter(isActing)
      .findLast(
        ({ input }) => addresses.length === 0 || addresses.some((address) => input.includes(address)),
      );
    return last?.isFailure === true
      ? fillPrompt(claimsPrompt.failedRequest, { id: String(last.sequence) })
      : null;
  },
  measure: ({ sentence }, { receipts }) => {
    if (receipts.length === 0) return claimsPrompt.noCall;
    const seen = receipts.flatMap(({ output }) => numbersIn(output));
    const claimed = [...sentence.matchAll(MEASURED)].map(([number]) => toNumber(number));
    return claimed.length === 0 || claimed.some((number) => seen.some((other) => isAbout(number, other)))
      ? null
      : fillPrompt(claimsPrompt.otherNumber, { number: String(claimed[0]) });
  },
  command: ({ commands, sentence }, { receipts }) => {
    if (receipts.length === 0) return claimsPrompt.noCall;
    const acting = receipts.filter(isActing);
    const last = acting.at(-1);
    // Nothing shows which of several calls an unnamed command is.
    const haveFailed = commands.length === 0 && acting.every(({ isFailure }) => isFailure);
    if (last !== undefined && haveFailed && !PROBLEM_SAID.test(sentence))
      return fillPrompt(claimsPrompt.failedCommand, { id: String(last.sequence) });
    for (const command of commands) {
      const run = receipts.findLast(({ input }) =>
        squeeze(input).includes(squeeze(JSON.stringify(command).slice(1, -1))),
      );
      if (run === undefined) return fillPrompt(claimsPrompt.noCommand, { command });
      if (run.isFailure) return fillPrompt(claimsPrompt.failedCommand, { id: String(run.sequence) });
    }
    return countProblem(sentence, receipts);
  },
  reading: ({ paths, sentence }, { receipts }) => {
    if (receipts.length === 0) return claimsPrompt.noCall;
    for (const path of paths) {
      const read = receipts.filter((receipt) => !receipt.isFailure && namesPath(receipt, path));
      if (read.length === 0) return fillPrompt(claimsPrompt.unreadPath, { path });
      if (WHOLE.test(sentence) && readsOnlyPart(read)) return fillPrompt(claimsPrompt.partOfPath, { path });
    }
    const readings = receipts.filter((receipt) => !receipt.isFailure && isReading(receipt));
    if (paths.length === 0 && WHOLE.test(sentence) && readsOnlyPart(readings))
      return claimsPrompt.partOfResults;
    return findingProblem(sentence, receipts);
  },
  absence: ({ paths, sentence }, { receipts }) => {
    const looked = receipts.filter((receipt) => isReading(receipt) || isActing(receipt));
    if (looked.length === 0) return claimsPrompt.noCall;
    if (looked.every(({ isFailure }) => isFailure)) return claimsPrompt.failedSearch;
    const searches = looked.filter(isSearch);
    if (searches.length > 0 && searches.every(({ isFailure }) => isFailure)) return claimsPrompt.failedSearch;
    const names = [...sentence.matchAll(IDENTIFIER)].map((match) => match[1] ?? match[2] ?? "");
    const unknown = names.find((name) => !looked.some((receipt) => looksFor(receipt, name)));
    if (unknown !== undefined) return fillPrompt(claimsPrompt.noSearch, { name: unknown });
    const part = paths.find((path) => {
      const read = looked.filter((receipt) => namesPath(receipt, path));
      return readsOnlyPart(read);
    });
    return part === undefined ? null : fillPrompt(claimsPrompt.partOfPath, { path: part });
  },
  agents: ({ sentence }, { completedChildren }) => {
    const count = AGENT_COUNT.exec(sentence)?.groups?.["count"]?.toLowerCase();
    const claimed = count === undefined ? 1 : (NUMBERS[count] ?? Number(count));
    if (completedChildren === 0) return claimsPrompt.noAgent;
    return claimed > completedChildren
      ? fillPrompt(claimsPrompt.fewerAgents, { count: String(completedChildren) })
      : null;
  },
  finding: ({ sentence }, { receipts }) =>
    receipts.length === 0 ? null : findingProblem(sentence, receipts),
};

function findingProblem(sentence: string, receipts: readonly Receipt[]): string | null {
  const relevant = /\bsearched\b|搜索/iu.test(sentence) ? receipts.filter(isSearch) : receipts;
  const looked = relevant.length === 0 ? receipts : relevant;
  return looked.every((receipt) => receipt.isFailure || isEmpty(receipt))
    ? claimsPrompt.nothingReturned
    : countProblem(sentence, receipts);
}

function isAbout(number: number, other: number): boolean {
  return UNITS.some((unit) => Math.abs(number - other * unit) <= Math.max(number, 1e-9) * ROUNDING);
}

function numbersIn(text: string): readonly number[] {
  return (text.match(NUMBER) ?? []).map(toNumber);
}

function toNumber(text: string): number {
  return Number(text.replace(/,/gu, "").replace(/\.$/u, ""));
}
