import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildExperience } from "../testing/experiences.ts";
import { countCovered, PLANTED_UPLIFTS, simulateMonth } from "../testing/simulate-experiences.ts";
import { chooseExperiences } from "./rank-experiences.ts";
import { hasConfirmedItself, isStable, standingOf } from "./standing.ts";
import { MAX_INJECTED, TRIAL_PLACES } from "./tunables.ts";
import { upliftOf } from "./uplift.ts";
import { wilsonInterval } from "./wilson.ts";

describe("the lower bound", () => {
  it.each([
    [0, 0, 0],
    [1, 1, 0.2065],
    [3, 3, 0.4385],
    [9, 10, 0.5958],
    [10, 10, 0.7225],
    [45, 50, 0.7864],
    [0, 5, 0],
    [400, 1_000, 0.3701],
  ])("of %i of %i is %f", (worked, trials, bound) => {
    expect(wilsonInterval(worked, trials).low).toBeCloseTo(bound, 4);
  });

  it("stays between 0 and the share, and grows with every success", () => {
    const counts = fc
      .nat({ max: 500 })
      .chain((trials) => fc.tuple(fc.nat({ max: trials }), fc.constant(trials)));
    fc.assert(
      fc.property(counts, ([worked, trials]) => {
        const { low, high } = wilsonInterval(worked, trials);
        const share = trials === 0 ? 0.5 : worked / trials;
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(share);
        expect(high).toBeGreaterThanOrEqual(share);
        expect(high).toBeLessThanOrEqual(1);
        expect(wilsonInterval(worked + 1, trials + 1).low).toBeGreaterThan(low);
        expect(wilsonInterval(worked, trials + 1).high).toBeLessThan(high);
      }),
    );
  });
});

const counts = fc
  .nat({ max: 60 })
  .chain((trials) => fc.record({ trials: fc.constant(trials), worked: fc.nat({ max: trials }) }));

describe("the choice for a run", () => {
  it("never ranks one lucky success above nine of ten at equal relevance", () => {
    fc.assert(
      fc.property(
        fc.array(counts, { maxLength: 20 }),
        fc.double({ min: 0.01, max: 50, noNaN: true }),
        (others, relevance) => {
          const lucky = buildExperience({ trials: 1, worked: 1 });
          const reliable = buildExperience({ trials: 10, worked: 9 });
          // Few enough that both have a place.
          const all = [lucky, reliable, ...others.slice(0, 6).map(buildExperience)];
          const chosen = chooseExperiences(all.map((experience) => ({ experience, relevance })));
          expect(chosen).toContain(reliable);
          if (chosen.includes(lucky)) expect(chosen.indexOf(lucky)).toBeGreaterThan(chosen.indexOf(reliable));
        },
      ),
    );
  });

  it("gives at most two of ten places to experiences that are not proven", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(counts, fc.double({ min: 0.01, max: 9, noNaN: true })), { maxLength: 40 }),
        (all) => {
          const chosen = chooseExperiences(
            all.map(([tried, relevance]) => ({ experience: buildExperience(tried), relevance })),
          );
          expect(chosen.length).toBeLessThanOrEqual(MAX_INJECTED);
          const trying = chosen.filter((experience) => standingOf(experience) === "trying");
          expect(trying.length).toBeLessThanOrEqual(TRIAL_PLACES);
          expect(chosen.some((experience) => standingOf(experience) === "resting")).toBe(false);
        },
      ),
    );
  });

  it("ranks many successes above a few successes without a failure", () => {
    const few = buildExperience({ trials: 3, worked: 3 });
    const often = buildExperience({ trials: 50, worked: 45 });
    expect(chooseExperiences([few, often].map((experience) => ({ experience, relevance: 1 })))).toEqual([
      ...[often, few],
    ]);
  });

  it("ranks by relevance times bound, so that a condition that fits twice as well can outweigh a higher bound", () => {
    const fits = buildExperience({ trials: 10, worked: 9 });
    const often = buildExperience({ trials: 50, worked: 45 });
    const chosen = chooseExperiences([
      { experience: often, relevance: 1 },
      { experience: fits, relevance: 2 },
    ]);
    expect(chosen).toEqual([fits, often]);
  });
});

describe("a month of runs", () => {
  it("retires a bad rule and keeps a good one for any random outcomes", () => {
    const ends = Array.from({ length: 200 }, (_, seed) => simulateMonth(seed, [0.1, 0.9]));
    const retiredBad = ends.filter(([bad]) => bad?.state === "retired").length;
    const keptGood = ends.filter(([, good]) => good?.state === "approved").length;
    expect(retiredBad).toBeGreaterThanOrEqual(190);
    expect(keptGood).toBeGreaterThanOrEqual(195);
  });

  it("confirms a candidate by three runs, not by three entries of one", () => {
    const evidence = (traceId: string, sequence: number) => ({
      ...{ traceId, sequence, taskSequence: null, quote: "", worked: true, version: 1 },
    });
    const candidate = buildExperience({ state: "candidate", trials: 3, worked: 3 });
    const ofRuns = (...ids: readonly string[]) => ({ ...candidate, evidence: ids.map(evidence) });
    expect(hasConfirmedItself(ofRuns("a", "b", "c"))).toBe(true);
    expect(hasConfirmedItself(ofRuns("a", "a", "b"))).toBe(false);
    expect(hasConfirmedItself({ ...ofRuns("a", "b", "c"), trials: 6 })).toBe(false);
    expect(hasConfirmedItself({ ...ofRuns("a", "b", "c"), state: "rejected" })).toBe(false);
    expect(hasConfirmedItself({ ...ofRuns("a", "b", "c"), version: 2 })).toBe(false);
  });

  it("proposes only proven rules as skills, and each only once", () => {
    const stable = buildExperience({ trials: 13, worked: 12 });
    expect(isStable(stable)).toBe(true);
    expect(isStable(buildExperience({ trials: 3, worked: 3 }))).toBe(false);
    expect(isStable({ ...stable, skill: "release-reviews" })).toBe(false);
    expect(isStable({ ...stable, state: "retired" })).toBe(false);
  });
});

describe("the uplift", () => {
  it.each(PLANTED_UPLIFTS)(
    "has an interval that covers the truth in 930 to 970 of 1,000 experiments (%o)",
    (planted) => {
      const covered = countCovered(planted, { seed: 23, experiments: 1_000 });
      expect(covered).toBeGreaterThanOrEqual(930);
      expect(covered).toBeLessThanOrEqual(970);
    },
  );

  it("is unknown while one side has no runs", () => {
    expect(upliftOf({ worked: 3, trials: 4 }, { worked: 0, trials: 0 })).toBeNull();
  });
});
