import { claimsPrompt } from "../../prompts/generated/claims.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import type { Claim } from "./claims.ts";
import type { ClaimContext } from "./evidence.ts";
import { commandOf, ENDING, isActing, isEmpty, type Receipt } from "./receipt-kinds.ts";

/** Things that a report can claim to have run: how a claim names each, and the calls that run it. */
const SUBJECTS: readonly { readonly named: RegExp; readonly runs: RegExp }[] = [
  {
    named: /\b(?:tests?|suite|specs?)\b|测试/iu,
    runs: /\b(?:e2e|tests?|spec|vitest|jest|mocha|pytest|unittest|tox|rspec|phpunit|ctest|ava|playwright|cypress|junit|surefire|nose2?|karma|jasmine|TestCase)\b|_tests?\b|\btest_/iu,
  },
  {
    named: /\blint(?:er|ing)?\b/iu,
    runs: /lint|\b(?:biome|ruff|flake8|clippy|prettier|rubocop|vet|fmt|format)\b/iu,
  },
  {
    named: /\btype ?checks?\b|\bcompil/iu,
    runs: /\b(?:tsc|types?|typecheck|mypy|pyright|vue-tsc|compile|build|cargo|go)\b/iu,
  },
  {
    named: /\bbuilds?\b|构建|编译/iu,
    runs: /build|\b(?:compile|tsc|webpack|vite|rollup|cargo|go|javac|dotnet|bundle|pack)\b/iu,
  },
];
/** Runs of everything. */
const RUNS_ALL =
  /\b(?:check|checks|ci|verify|validate|make|pre-?commit|gradlew?|mvnw?|rake|nox|just|task)\b|run_tests|run_linter/iu;
const NO_TESTS =
  /\bno tests? (?:files? )?(?:found|ran|run|were|collected|to run|executed)|\bcollected 0 items\b|\bran 0 tests\b|\b0 tests?\b|\bTests?:? +0 (?:passed|total)\b|\b[1-9]\d* skipped\b/iu;
const SOME_PASSED =
  /\b[1-9][\d,]* (?:tests? )?(?:passed|passing|pass|ok|succeeded)\b|\bpass(?:ed|ing)?[:= ]+[1-9]|^ok\b|^PASS\b/imu;
/** A line of a summary that counts failures. */
const COUNTS_FAILURES =
  /^(?=[^\p{L}\n]{0,12}(?:tests?|test suites?|test files|failed|failures|results?|total|ran|suites?|specs?|fail|pass(?:ed)?|examples?|\d+ (?:failed|failing|failures?|passed|passing|tests?|runs?|examples?|problems?|errors?))\b)[^\n]{0,100}?(?:\b[1-9]\d* (?:tests? )?(?:failed|failing|failures?|errors?)\b|\bfail(?:ed|ures|ing)?[:= ]+[1-9])/imu;
const CLAIMED_COUNT =
  /\b(\d[\d,]*)(?: \w+)? (?:tests?|specs?)(?: \w+){0,2} (?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?)\b|\b(\d[\d,]*) (?:passed|passing)\b|\bpass(?:es|ed) all (\d[\d,]*)\b|(\d+) 个?测试(?:已|都|均|全部)*通过/giu;
const PASSED_COUNT =
  /\b(\d[\d,]*) (?:tests? )?(?:passed|passing|pass)\b|\bpass(?:ed)?[:= ]+(\d+)|\bRan (\d+) tests?\b/giu;
/** Matches a sentence that admits that the run was before the last change. */
const SAID_EARLIER =
  /\b(?:before|prior to) (?:that|this|the|my|I)\b|\b(?:not|without|never) (?:been |yet )*(?:re-?run|re-?running|run again|re-?test)|\b(?:passed|green) (?:before|at first|initially|earlier)\b|未重新运行|之前/iu;
/** Files that no test reads. */
const DOCUMENT =
  /\.(?:md|mdx|txt|rst|adoc|png|jpe?g|svg|gif|pdf)$|(?:^|\/)(?:LICENSE|CHANGELOG|NOTICE|AUTHORS|docs\/.*)$/iu;

/** Why the log does not support that tests, a build or checks pass; null if it does. */
export function testsProblem({ sentence }: Claim, context: ClaimContext): string | null {
  const ran = context.receipts.filter(isActing);
  const subjects = SUBJECTS.filter(({ named }) => named.test(sentence));
  for (const { runs } of subjects.length === 0 ? SUBJECTS : subjects) {
    const matching = ran.filter((receipt) => isRun(receipt, runs) || isRun(receipt, RUNS_ALL));
    const problem = runProblem(sentence, { matching, context });
    if (problem !== null) return problem;
    if (subjects.length === 0) return null;
  }
  return null;
}

type Runs = { readonly matching: readonly Receipt[]; readonly context: ClaimContext };

function runProblem(sentence: string, { matching, context }: Runs): string | null {
  const last = matching.at(-1);
  if (last === undefined) return claimsPrompt.noRun;
  const id = String(last.sequence);
  if (last.isFailure || COUNTS_FAILURES.test(last.output)) return fillPrompt(claimsPrompt.failedRun, { id });
  if (NO_TESTS.test(last.output) && !SOME_PASSED.test(last.output))
    return fillPrompt(claimsPrompt.emptyRun, { id });
  if (isEmpty(last) && !ENDING.test(last.output.trimEnd()))
    return fillPrompt(claimsPrompt.emptyResult, { id });
  return countProblem(sentence, matching) ?? staleProblem(last, context);
}

function countProblem(sentence: string, runs: readonly Receipt[]): string | null {
  const counts = runs.map(({ output }) => numbersOf(PASSED_COUNT, output));
  if (counts.every((each) => each.length === 0)) return null;
  const sums = counts.map((each) => each.reduce((sum, count) => sum + count, 0));
  const total = sums.reduce((sum, count) => sum + count, 0);
  const known = new Set([...counts.flat(), ...sums, total]);
  const shown = new Set(runs.flatMap(({ output }) => output.match(/\b\d+\b/gu) ?? []));
  const unknown = numbersOf(CLAIMED_COUNT, sentence).find(
    (count) => !known.has(count) && !shown.has(String(count)),
  );
  return unknown === undefined ? null : fillPrompt(claimsPrompt.otherNumber, { number: String(unknown) });
}

function staleProblem(last: Receipt, { changes, text }: ClaimContext): string | null {
  if (SAID_EARLIER.test(text)) return null;
  const later = [...changes].find(
    ([path, { sequence, isUndone }]) => sequence > last.sequence && !isUndone && !DOCUMENT.test(path),
  );
  return later === undefined
    ? null
    : fillPrompt(claimsPrompt.staleRun, { id: String(last.sequence), path: later[0] });
}

function isRun(receipt: Receipt, pattern: RegExp): boolean {
  const command = commandOf(receipt);
  return pattern.test(command === "" ? `${receipt.tool} ${receipt.input}` : command);
}

function numbersOf(pattern: RegExp, text: string): readonly number[] {
  return [...text.matchAll(pattern)].map(([, ...groups]) =>
    Number((groups.find((group) => group !== undefined) ?? "").replace(/,/gu, "")),
  );
}
