import type { Entry } from "@goaltrace/core";
import { callsOf, finishOf, logFaults, outcomesOf, wronglyRun } from "./log-laws.ts";
import type { ModelCase } from "./model-case.ts";
import type { SeenRequest } from "./model-front.ts";

/** What a run with a case's model left behind. */
export type CaseRun = {
  readonly entries: readonly Entry[];
  readonly requests: readonly SeenRequest[];
  /** Names in the project folder. */
  readonly files: readonly string[];
};

/** What every run must leave, whatever the model did: a valid log, valid requests, no call run twice or wrongly. */
export function runFaults({ entries, requests }: Omit<CaseRun, "files">): readonly string[] {
  const invalid = requests.flatMap((request) => request.fault ?? []);
  return [...logFaults(entries), ...wronglyRun(entries), ...invalid];
}

/** Where a run differs from what its case expects; empty when all is as it should be. */
export function caseFaults(one: ModelCase, run: CaseRun): readonly string[] {
  const { entries, requests, files } = run;
  const finished = finishOf(entries);
  const types = entries.flatMap((entry) => (entry.kind === "event" ? [entry.type] : []));
  const text = JSON.stringify(entries);
  const isRight =
    typeof one.requests === "number" ? requests.length === one.requests : one.requests(requests.length);
  return [
    ...runFaults(run),
    ...differs("status", finished?.status, one.exit === 0 ? "completed" : "failed"),
    ...differs("code", finished?.failure?.code, one.code),
    ...(one.code !== undefined && finished?.failure?.fix === "" ? ["the failure has no fix"] : []),
    ...(isRight ? [] : [`${requests.length} requests`]),
    ...differs("outcomes", outcomesOf(entries), one.outcomes ?? outcomesOf(entries)),
    ...differs(
      "problems",
      callsOf(entries).flatMap((call) => call.problem?.kind ?? []),
      one.problems ?? [],
    ),
    ...(one.events ?? [])
      .filter((type) => !types.some((known) => known === type))
      .map((type) => `no ${type}`),
    ...(text.includes((one.says ?? "").replaceAll("\n", "\\n")) ? [] : [`nowhere: ${one.says ?? ""}`]),
    ...(files.includes("cut.txt") ? ["the cut call ran"] : []),
  ];
}

function differs(what: string, found: unknown, expected: unknown): readonly string[] {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  return left === right ? [] : [`${what}: ${left} instead of ${right}`];
}
