import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildExperience, createSeededRandom } from "../testing/experiences.ts";
import { chooseExperiences } from "./rank-experiences.ts";
import { isSpent, isStable, standingOf } from "./standing.ts";
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
  it("never puts one lucky success before nine of ten at equal relevance", () => {
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

  it("puts what worked often before what worked a few times without a failure", () => {
    const few = buildExperience({ trials: 3, worked: 3 });
    const often = buildExperience({ trials: 50, worked: 45 });
    expect(chooseExperiences([few, often].map((experience) => ({ experience, relevance: 1 })))).toEqual([
      ...[often, few],
    ]);
  });

  it("weighs a condition that fits twice as well against the bound", () => {
    const fits = buildExperience({ trials: 10, worked: 9 });
    const often = buildExperience({ trials: 50, worked: 45 });
    const chosen = chooseExperiences([
      { experience: often, relevance: 1 },
      { experience: fits, relevance: 2 },
    ]);
    expect(chosen).toEqual([fits, often]);
  });
});

/** A month in which every rule is given to the runs that have a place for it. */
function simulateMonth(seed: number, shares: readonly number[]) {
  const random = createSeededRandom(seed);
  let rules = shares.map(() => buildExperience({ trials: 0, worked: 0 }));
  for (let run = 0; run < 30 * 8; run += 1) {
    const chosen = new Set(
      chooseExperiences(
        rules.filter(({ state }) => state === "approved").map((experience) => ({ experience, relevance: 1 })),
      ),
    );
    rules = rules.map((rule, index) => {
      if (rule.state !== "approved" || !chosen.has(rule)) return rule;
      const worked = rule.worked + (random.next() < (shares[index] ?? 0) ? 1 : 0);
      const tried = { ...rule, trials: rule.trials + 1, worked };
      return isSpent(tried) ? { ...tried, state: "retired" as const } : tried;
    });
  }
  return rules;
}

describe("a month of runs", () => {
  it("retires a bad rule and keeps a good one, whatever the luck", () => {
    const ends = Array.from({ length: 200 }, (_, seed) => simulateMonth(seed, [0.1, 0.9]));
    const retiredBad = ends.filter(([bad]) => bad?.state === "retired").length;
    const keptGood = ends.filter(([, good]) => good?.state === "approved").length;
    expect(retiredBad).toBeGreaterThanOrEqual(190);
    expect(keptGood).toBeGreaterThanOrEqual(195);
  });

  it("proposes only what has proved itself as a skill, and only once", () => {
    const stable = buildExperience({ trials: 13, worked: 12 });
    expect(isStable(stable)).toBe(true);
    expect(isStable(buildExperience({ trials: 3, worked: 3 }))).toBe(false);
    expect(isStable({ ...stable, skill: "release-reviews" })).toBe(false);
    expect(isStable({ ...stable, state: "retired" })).toBe(false);
  });
});

describe("the uplift", () => {
  it.each([
    [0.78, 0.64, 270, 30],
    [0.9, 0.9, 180, 20],
    [0.5, 0.3, 450, 50],
    [0.95, 0.8, 360, 40],
  ])(
    "has an interval that covers the truth in 930 to 970 of 1,000 experiments (%f, %f)",
    (treated, heldOut, many, few) => {
      const random = createSeededRandom(23);
      const draw = (share: number, trials: number) => ({
        trials,
        worked: Array.from({ length: trials }, () => random.next() < share).filter(Boolean).length,
      });
      let covered = 0;
      for (let experiment = 0; experiment < 1_000; experiment += 1) {
        const uplift = upliftOf(draw(treated, many), draw(heldOut, few));
        const truth = treated - heldOut;
        if (uplift !== null && uplift.low <= truth && truth <= uplift.high) covered += 1;
      }
      expect(covered).toBeGreaterThanOrEqual(930);
      expect(covered).toBeLessThanOrEqual(970);
    },
  );

  it("is unknown while one side has no runs", () => {
    expect(upliftOf({ worked: 3, trials: 4 }, { worked: 0, trials: 0 })).toBeNull();
  });
});
