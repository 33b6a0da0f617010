import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { TranscriptMessage } from "@goaltrace/core/compaction";
import { factSessions } from "../packages/core/src/testing/fact-sessions.ts";
import { heldOutSessions } from "../packages/core/src/testing/held-out-sessions.ts";
import { summarizers } from "../packages/core/src/testing/summarizers.ts";
import type { Benchmark } from "./benchmark.ts";
import { type ContextFigures, type ContextPolicy, type FactCounts, measureContext } from "./context-facts.ts";
import { atLeast, atMost, type Figure, plainFigure } from "./figure.ts";
import { interval } from "./interval.ts";

const WINDOWS = [8_000, 16_000, 32_000, 64_000];
const QUICK_WINDOWS = [16_000, 32_000];
/** The figures reported of other policies; of other summarizers, only those that are judged. */
const COMPARED = /: (?:used facts in context|used facts lost|broken prefixes|cost)/u;
const OTHERS: readonly ContextPolicy[] = ["truncation", "clear each step", "summary only"];
/** A recorded session in a data folder, in OpenAI's format (`{messages}`). */
const RECORDED = "memory/long-session-tau.json";
/** Up to this window, facts in context are judged against truncation. */
const SMALL_WINDOW = 8_000;
const COST_WINDOW = 32_000;
/** Goals: share of used facts in context, by window. */
const USED_GOALS: ReadonlyMap<number, number> = new Map([
  [16_000, 98.5],
  [32_000, 99],
  [64_000, 99],
]);

/**
 * Measures how much an agent sees of long sessions in small windows: of the facts that an answer uses, how many the request contained, how many an
 * id in it leads to, and how many are lost; beside truncation to the same size and other policies. Facts are ids, paths and file names that
 * appeared in a message of the person or in a result before.
 */
export const context: Benchmark = async ({ quick, dataFolder }) => {
  const figures: Figure[] = [];
  const sessions = loadSessions(dataFolder);
  for (const window of quick ? QUICK_WINDOWS : WINDOWS) {
    const pooled: Pooled[] = [];
    for (const [name, messages] of quick ? sessions.slice(-2) : sessions) {
      const measured = await measureSession(messages, {
        ...{ window, at: `${name}, ${window / 1_000}k`, isRecorded: name === "recorded" },
        names: quick ? ["good"] : Object.keys(summarizers),
      });
      figures.push(...measured.figures);
      pooled.push({ ...measured, isHeldOut: name in heldOutSessions });
    }
    for (const isHeldOut of [false, true]) {
      const part = pooled.filter((session) => session.isHeldOut === isHeldOut);
      if (part.length === 0) continue;
      const at = `${isHeldOut ? "held out" : "all"} sessions, ${window / 1_000}k`;
      const answers = part.flatMap((session) => session.answers);
      const costs = part.map((session) => session.costs);
      figures.push(...pooledFigures(at, answers, window), costFigure(at, costs, window));
    }
  }
  return figures;
};

/** The part of a session's figures that is pooled. No rule was tuned on the sessions held out. */
type Pooled = {
  readonly answers: readonly AnswerPair[];
  readonly costs: Costs;
  readonly isHeldOut: boolean;
};

/** Measures one session in one window: our policy with each summarizer, and the others. The answers are those with a good summarizer. */
async function measureSession(
  messages: readonly TranscriptMessage[],
  options: {
    readonly window: number;
    readonly at: string;
    readonly isRecorded: boolean;
    readonly names: readonly string[];
  },
): Promise<{
  readonly figures: readonly Figure[];
  readonly answers: readonly AnswerPair[];
  readonly costs: Costs;
}> {
  const { window, at, isRecorded, names } = options;
  const measure = async (policy: ContextPolicy, summarizer = "good"): Promise<ContextFigures> =>
    await measureContext(messages, { policy, window, summarizer });
  const whole = await measure("no compaction");
  const truncated = await measure("truncation");
  const figures: Figure[] = [];
  const answers: AnswerPair[] = [];
  let cost = 0;
  for (const summarizer of names) {
    const ours = await measure("ours", summarizer);
    const judged = isRecorded && summarizer === "good";
    const own = ownFigures(`${at}, ${summarizer}`, ours, { whole, window, judged });
    figures.push(...(summarizer === "good" ? own : own.filter(({ bound }) => bound !== null)));
    if (summarizer !== "good") continue;
    answers.push(...pairAnswers(ours, truncated));
    cost = ours.cost;
  }
  for (const policy of OTHERS)
    figures.push(
      ...sharedFigures(
        `${at}, ${policy}`,
        policy === "truncation" ? truncated : await measure(policy),
        whole,
      ).filter(({ what }) => COMPARED.test(what)),
    );
  return { figures, answers, costs: { ours: cost, whole: whole.cost } };
}

function pairAnswers(ours: ContextFigures, truncated: ContextFigures): readonly AnswerPair[] {
  return ours.answers.map((answer, index) => ({
    ours: answer,
    truncation: truncated.answers[index] ?? answer,
  }));
}

/** Prices of all requests of one session with a good summarizer, and without compaction. */
type Costs = { readonly ours: number; readonly whole: number };

function costFigure(at: string, costs: readonly Costs[], window: number): Figure {
  const sum = (of: keyof Costs): number => costs.reduce((total, cost) => total + cost[of], 0);
  const figure = {
    what: `${at}: cost with cache and recovery, share of no compaction`,
    unit: "%",
    value: (100 * sum("ours")) / sum("whole"),
  };
  return window === COST_WINDOW
    ? atMost(figure, 50, 35)
    : plainFigure(figure.what, figure.unit, figure.value);
}

type AnswerPair = { readonly ours: FactCounts; readonly truncation: FactCounts };

const USED = "used facts in context";
const LOST = "used facts lost";
const MORE = "used facts in context, more than by truncation";

/** Shares over all answers of all sessions, with the ends of their 95 % intervals. */
function pooledFigures(at: string, answers: readonly AnswerPair[], window: number): readonly Figure[] {
  const usesFacts = answers.filter(({ ours }) => ours.used > 0);
  const pooled = (sample: readonly AnswerPair[], where: keyof FactCounts, of: keyof AnswerPair): number => {
    const sum = (key: keyof FactCounts): number => sample.reduce((total, pair) => total + pair[of][key], 0);
    return (100 * sum(where)) / Math.max(1, sum("used"));
  };
  const statistics: readonly (readonly [string, (sample: readonly AnswerPair[]) => number])[] = [
    [USED, (sample) => pooled(sample, "inContext", "ours")],
    [LOST, (sample) => pooled(sample, "lost", "ours")],
    [MORE, (sample) => pooled(sample, "inContext", "ours") - pooled(sample, "inContext", "truncation")],
  ];
  const number = usesFacts.reduce((sum, { ours }) => sum + ours.used, 0);
  const figures = statistics.flatMap(([what, statistic]) => {
    const [low, high] = interval(usesFacts, statistic);
    const from = { what: `${at}: ${what}, from`, unit: "%", value: low };
    const isJudged = window <= SMALL_WINDOW && what === MORE;
    return [
      pooledFigure(`${at}: ${what}`, statistic(usesFacts), { what, window }),
      isJudged ? atLeast(from, 0, 0) : plainFigure(from.what, from.unit, from.value),
      plainFigure(`${at}: ${what}, to`, "%", high),
    ];
  });
  return [plainFigure(`${at}: used facts, n`, "", number), ...figures];
}

/** A share over all sessions, judged where its window has a goal. */
function pooledFigure(
  what: string,
  value: number,
  of: { readonly what: string; readonly window: number },
): Figure {
  const figure = { what, unit: "%", value };
  const goal = USED_GOALS.get(of.window);
  if (goal !== undefined && of.what === USED) return atLeast(figure, 97, goal);
  return of.what === LOST ? atMost(figure, 5, 1) : plainFigure(what, "%", value);
}

/** The figures of our policy; those of a recorded session with a good summarizer are judged. */
function ownFigures(
  at: string,
  ours: ContextFigures,
  options: { readonly whole: ContextFigures; readonly window: number; readonly judged: boolean },
): readonly Figure[] {
  const violations = {
    what: `${at}: broken laws (pairs, state, people, originals, budget)`,
    unit: "",
    value: ours.violations,
  };
  return [
    ...(options.judged ? judgedFigures(at, ours, options.window) : []),
    atMost(violations, 0, 0),
    ...sharedFigures(at, ours, options.whole),
  ];
}

function judgedFigures(at: string, ours: ContextFigures, window: number): readonly Figure[] {
  const goal = USED_GOALS.get(window);
  const lost = { what: `${at}: goal for lost`, unit: "%", value: share(ours.used, "lost") };
  const fresh = { what: `${at}: goal for fresh`, unit: "%", value: share(ours.fresh, "inContext") };
  const used = { what: `${at}: goal for used`, unit: "%", value: share(ours.used, "inContext") };
  return [
    atLeast(fresh, 98, 99.5),
    ...(goal === undefined ? [] : [atLeast(used, 97, goal), atMost(lost, 5, 1)]),
  ];
}

function sharedFigures(at: string, figures: ContextFigures, whole: ContextFigures): readonly Figure[] {
  const { fresh, used, probe, arrived, breaks, steps, distance, cost } = figures;
  const percent = (what: string, value: number): Figure => plainFigure(`${at}: ${what}`, "%", value);
  return [
    percent("fresh facts in context", share(fresh, "inContext")),
    percent("used facts in context", share(used, "inContext")),
    percent("used facts reachable by id", share(used, "byId")),
    percent("used facts found by search", share(used, "bySearch")),
    percent("used facts lost", share(used, "lost")),
    percent("asked at each tenth step: lost", share(probe, "lost")),
    ...(arrived.characters === 0
      ? []
      : [percent("of a result seen on arrival", (100 * arrived.shown) / arrived.characters)]),
    plainFigure(`${at}: broken prefixes per 100 steps`, "", (100 * breaks) / steps),
    ...(Number.isFinite(distance) ? [plainFigure(`${at}: least steps between summaries`, "", distance)] : []),
    percent("cost with cache and recovery, share of no compaction", (100 * cost) / whole.cost),
  ];
}

function share(counts: FactCounts, where: keyof FactCounts): number {
  return counts.used === 0 ? 0 : (100 * counts[where]) / counts.used;
}

function loadSessions(
  dataFolder: string | null,
): readonly (readonly [string, readonly TranscriptMessage[]])[] {
  const generated = Object.entries({ ...heldOutSessions, ...factSessions }).map(
    ([name, make]) => [name, make()] as const,
  );
  const file = path.join(dataFolder ?? "", RECORDED);
  return dataFolder === null || !existsSync(file)
    ? generated
    : [...generated, ["recorded", readSession(file)]];
}

function readSession(file: string): readonly TranscriptMessage[] {
  const parsed: unknown = JSON.parse(readFileSync(file, "utf8"));
  const isSession =
    typeof parsed === "object" && parsed !== null && "messages" in parsed && Array.isArray(parsed.messages);
  return isSession ? (parsed.messages as readonly TranscriptMessage[]) : [];
}
