import { atLeast, atMost, type Figure, plainFigure } from "../figure.ts";
import { interval } from "../interval.ts";
import { addCounts, type FactCounts, share } from "./fact-counts.ts";
import type { MeasuredSession } from "./measured-session.ts";
import { type ContextFigures, type Costs, sumCosts } from "./meter.ts";

/** Up to this window, facts in context are judged against truncation. */
const SMALL_WINDOW = 8_000;
/** The window whose cost and broken prefixes are judged, and how many windows a session must have for that: shorter ones are compacted once or twice. */
const JUDGED_WINDOW = 32_000;
const LONG_WINDOWS = 2;
/** Goals: share of used facts in context, by window. */
const USED_GOALS: ReadonlyMap<number, number> = new Map([
  [16_000, 98.5],
  [32_000, 99],
  [64_000, 99],
]);

/** The sessions of a group in one window. */
export type Pool = {
  readonly sessions: readonly MeasuredSession[];
  readonly at: string;
  readonly window: number;
  /** Whether goals hold for the group. */
  readonly isJudged: boolean;
};

type Pick<T> = (session: MeasuredSession) => T;

/** The figures of all sessions of a group together. */
export function pooledFigures(pool: Pool): readonly Figure[] {
  const { sessions, at, window } = pool;
  const bad = [...(sessions[0]?.bad.keys() ?? [])];
  const others = [...(sessions[0]?.others.keys() ?? [])];
  return [
    plainFigure(`${at}: used facts, n`, "", pooled(sessions, ({ ours }) => ours.used).used),
    ...goodFigures(pool),
    ...costFigures(pool),
    ...bad.flatMap((name) => badFigures(pool, name)),
    ...others.flatMap((name) => {
      const of: Pick<ContextFigures> = ({ others: figures, ours }) => figures.get(name) ?? ours;
      return [
        ...shareFigures(`${at}, ${name}`, sessions, of),
        breaksFigure(`${at}, ${name}`, sessions, of),
        plainFigure(`${at}, ${name}: cost`, "%", costShare(sessions, of)),
      ];
    }),
    ...(window > SMALL_WINDOW
      ? []
      : sessions.flatMap((session) => moreFigures([session], `${session.name}, ${window / 1_000}k`))),
  ];
}

function goodFigures({ sessions, at, window, isJudged }: Pool): readonly Figure[] {
  const ours: Pick<ContextFigures> = (session) => session.ours;
  const fresh = pooled(sessions, (session) => session.ours.fresh);
  const probe = pooled(sessions, (session) => session.ours.probe);
  const sum = (of: Pick<number>): number => sessions.reduce((total, session) => total + of(session), 0);
  const steps = sum((session) => session.ours.steps);
  const freshShare = { what: `${at}: fresh facts in context`, unit: "%", value: share(fresh, "inContext") };
  const probeLost = { what: `${at}: asked at each tenth step: lost`, unit: "%", value: share(probe, "lost") };
  const breaks = breaksFigure(at, sessions, ours);
  const distance = Math.min(...sessions.map((session) => session.ours.distance));
  const lines = sum((session) => session.ours.ledger.lines);
  return [
    isJudged ? atLeast(freshShare, 98, 99.5) : plainFigure(freshShare.what, "%", freshShare.value),
    ...usedFigures({ sessions, at, window, isJudged }),
    atMost(probeLost, 5, 1),
    plainFigure(
      `${at}: of a result seen on arrival`,
      "%",
      (100 * sum((session) => session.ours.arrived.shown)) /
        Math.max(
          1,
          sum((session) => session.ours.arrived.characters),
        ),
    ),
    window === JUDGED_WINDOW && isJudged ? atMost(breaks, 6, 3) : breaks,
    ...(Number.isFinite(distance) ? [plainFigure(`${at}: least steps between summaries`, "", distance)] : []),
    plainFigure(
      `${at}: extra recovery steps per 100 steps`,
      "",
      (100 * sum((session) => session.ours.recoverySteps)) / steps,
    ),
    ...(lines === 0
      ? []
      : [
          plainFigure(
            `${at}: lines of ledgers dropped`,
            "%",
            (100 * sum((session) => session.ours.ledger.dropped)) / lines,
          ),
        ]),
  ];
}

const USED = "used facts in context";
const LOST = "used facts lost";
const MORE = "used facts in context, more than by truncation";

/** Shares of used facts over all answers, with the ends of their 95 % intervals. */
function usedFigures({ sessions, at, window, isJudged }: Pool): readonly Figure[] {
  const goal = isJudged ? USED_GOALS.get(window) : undefined;
  const statistic =
    (where: keyof FactCounts) =>
    (sample: readonly AnswerPair[]): number =>
      share(addCounts(sample.map(({ ours }) => ours)), where);
  return [
    ...withInterval(sessions, `${at}: ${USED}`, {
      statistic: statistic("inContext"),
      judge: (figure) => (goal === undefined ? plain(figure) : atLeast(figure, 97, goal)),
    }),
    ...withInterval(sessions, `${at}: ${LOST}`, {
      statistic: statistic("lost"),
      judge: (figure) => atMost(figure, 5, 1),
    }),
    ...moreFigures(sessions, at, isJudged && window <= SMALL_WINDOW),
  ];
}

/** How much larger the share of used facts in context is than by truncation; at a small window its interval must exclude zero. */
function moreFigures(sessions: readonly MeasuredSession[], at: string, isJudged = false): readonly Figure[] {
  return withInterval(sessions, `${at}: ${MORE}`, {
    statistic: (sample) =>
      share(addCounts(sample.map(({ ours }) => ours)), "inContext") -
      share(addCounts(sample.map(({ truncation }) => truncation)), "inContext"),
    judge: plain,
    judgeLow: (figure) => (isJudged ? atLeast(figure, 0, 0) : plain(figure)),
  });
}

type AnswerPair = { readonly ours: FactCounts; readonly truncation: FactCounts };
type Unjudged = Omit<Figure, "bound">;

const plain = ({ what, unit, value }: Unjudged): Figure => plainFigure(what, unit, value);

function withInterval(
  sessions: readonly MeasuredSession[],
  what: string,
  of: {
    readonly statistic: (sample: readonly AnswerPair[]) => number;
    readonly judge: (figure: Unjudged) => Figure;
    readonly judgeLow?: (figure: Unjudged) => Figure;
  },
): readonly Figure[] {
  const pairs = sessions
    .flatMap(({ ours, truncation }) =>
      ours.answers.map((answer, index) => ({
        ours: answer,
        truncation: truncation.answers[index] ?? answer,
      })),
    )
    .filter(({ ours }) => ours.used > 0);
  const [low, high] = interval(pairs, of.statistic);
  const figure = (part: string, value: number): Unjudged => ({ what: `${what}${part}`, unit: "%", value });
  return [
    of.judge(figure("", of.statistic(pairs))),
    (of.judgeLow ?? plain)(figure(", from", low)),
    plain(figure(", to", high)),
  ];
}

/** Figures with a summarizer that fails or writes nothing useful; code writes the summary then, unless a useless text was accepted. */
function badFigures({ sessions, at }: Pool, name: string): readonly Figure[] {
  const of: Pick<ContextFigures> = ({ bad, ours }) => bad.get(name) ?? ours;
  const where = `${at}, summarizer ${name}`;
  const lost = {
    what: `${where}: used facts lost`,
    unit: "%",
    value: share(
      pooled(sessions, (s) => of(s).used),
      "lost",
    ),
  };
  const probe = {
    what: `${where}: asked at each tenth step: lost`,
    unit: "%",
    value: share(
      pooled(sessions, (s) => of(s).probe),
      "lost",
    ),
  };
  const noted = sessions.reduce((sum, session) => sum + of(session).noted.facts, 0);
  const shown = sessions.reduce((sum, session) => sum + of(session).noted.shown, 0);
  return [
    ...shareFigures(where, sessions, of).slice(0, 2),
    atMost(lost, 5, 5),
    atMost(probe, 20, 5),
    ...(noted === 0
      ? []
      : [plainFigure(`${where}: facts noted of closed goals in the summary`, "%", (100 * shown) / noted)]),
    plainFigure(`${where}: cost`, "%", costShare(sessions, of)),
  ];
}

function shareFigures(
  at: string,
  sessions: readonly MeasuredSession[],
  of: Pick<ContextFigures>,
): readonly Figure[] {
  const percent = (what: string, counts: FactCounts, where: keyof FactCounts): Figure =>
    plainFigure(`${at}: ${what}`, "%", share(counts, where));
  const used = pooled(sessions, (session) => of(session).used);
  return [
    percent(
      "fresh facts in context",
      pooled(sessions, (session) => of(session).fresh),
      "inContext",
    ),
    percent("used facts in context", used, "inContext"),
    percent("used facts lost", used, "lost"),
    percent(
      "asked at each tenth step: lost",
      pooled(sessions, (session) => of(session).probe),
      "lost",
    ),
  ];
}

function breaksFigure(at: string, sessions: readonly MeasuredSession[], of: Pick<ContextFigures>): Figure {
  const breaks = sessions.reduce((sum, session) => sum + of(session).breaks, 0);
  const steps = sessions.reduce((sum, session) => sum + of(session).steps, 0);
  return plainFigure(`${at}: broken prefixes per 100 steps`, "", (100 * breaks) / Math.max(1, steps));
}

const COST_NAMES: Readonly<Record<keyof Costs, string>> = {
  cached: "read from the cache",
  fresh: "read for the first time",
  broken: "read again after a broken prefix",
  tail: "plan and todos at the end",
  summaries: "summaries",
  recovery: "recovery steps",
};

/** The cost of all sessions, judged over the long ones, and what it is made of. */
function costFigures({ sessions, at, window, isJudged }: Pool): readonly Figure[] {
  const ours: Pick<ContextFigures> = (session) => session.ours;
  const whole = sessions.reduce((sum, session) => sum + sumCosts(session.whole.costs), 0);
  const parts = Object.entries(COST_NAMES) as [keyof Costs, string][];
  const long = sessions.filter((session) => session.whole.peak >= window * LONG_WINDOWS);
  const judged =
    window === JUDGED_WINDOW && isJudged && long.length > 0
      ? [
          atMost(
            {
              what: `${at}, sessions of two windows and more: cost`,
              unit: "%",
              value: costShare(long, ours),
            },
            50,
            35,
          ),
        ]
      : [];
  return [
    ...judged,
    plainFigure(`${at}: cost`, "%", costShare(sessions, ours)),
    ...parts.map(([part, name]) =>
      plainFigure(
        `${at}: of this, ${name}`,
        "%",
        (100 * sessions.reduce((sum, session) => sum + session.ours.costs[part], 0)) / whole,
      ),
    ),
  ];
}

/** Price of all requests with cache, summaries and recovery, as a percentage of that without compaction. */
function costShare(sessions: readonly MeasuredSession[], of: Pick<ContextFigures>): number {
  const sum = (cost: Pick<number>): number => sessions.reduce((total, session) => total + cost(session), 0);
  return (
    (100 * sum((session) => sumCosts(of(session).costs))) /
    Math.max(
      1,
      sum(({ whole }) => sumCosts(whole.costs)),
    )
  );
}

function pooled(sessions: readonly MeasuredSession[], of: Pick<FactCounts>): FactCounts {
  return addCounts(sessions.map(of));
}
