import { type Figure, atMost, plainFigure } from "../figure.ts";
import { share } from "./fact-counts.ts";
import type { MeasuredSession } from "./measured-session.ts";
import { sumCosts } from "./meter.ts";

/** The figures of one session in one window: ours with a good summarizer, the laws with every one, and the other policies in short. */
export function sessionFigures(session: MeasuredSession, at: string): readonly Figure[] {
  const { ours, bad, others, whole } = session;
  const percent = (what: string, value: number): Figure => plainFigure(`${at}: ${what}`, "%", value);
  const costShare = (costs: typeof ours.costs): number => (100 * sumCosts(costs)) / sumCosts(whole.costs);
  const { fresh, used, probe, arrived, breaks, steps, distance, recoverySteps, costs } = ours;
  const violations = [ours, ...bad.values()].reduce((sum, figures) => sum + figures.violations, 0);
  return [
    percent("fresh facts in context", share(fresh, "inContext")),
    percent("used facts in context", share(used, "inContext")),
    percent("used facts reachable by id", share(used, "byId")),
    percent("used facts found by search", share(used, "bySearch")),
    percent("used facts lost", share(used, "lost")),
    percent("asked at each tenth step: lost", share(probe, "lost")),
    percent(
      "of a result seen on arrival",
      arrived.characters === 0 ? 100 : (100 * arrived.shown) / arrived.characters,
    ),
    plainFigure(`${at}: broken prefixes per 100 steps`, "", (100 * breaks) / steps),
    ...(Number.isFinite(distance) ? [plainFigure(`${at}: least steps between summaries`, "", distance)] : []),
    plainFigure(`${at}: extra recovery steps per 100 steps`, "", (100 * recoverySteps) / steps),
    percent("cost", costShare(costs)),
    atMost(
      {
        what: `${at}, all summarizers: broken laws (pairs, state, people, originals, budget)`,
        unit: "",
        value: violations,
      },
      0,
      0,
    ),
    ...[...others].flatMap(([policy, figures]) => [
      percent(`${policy}: used facts in context`, share(figures.used, "inContext")),
      percent(`${policy}: cost`, costShare(figures.costs)),
    ]),
  ];
}
