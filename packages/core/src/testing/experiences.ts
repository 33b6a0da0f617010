import type { Experience } from "../ports/experience-store.ts";

let built = 0;

/** Returns an approved experience of the workspace. */
export function buildExperience(changes: Partial<Experience> = {}): Experience {
  built += 1;
  return {
    ...{ id: `experience-${String(built)}`, personId: "person", audience: "workspace", agent: null },
    ...{ condition: "git log is longer than 200 lines", rule: "narrow it by path before reading" },
    ...{ source: "feedback", state: "approved", version: 1, createdAt: 0, changedAt: 0, decidedBy: "person" },
    ...{ evidence: [], trials: 0, worked: 0, skill: null, ...changes },
  };
}

/** Returns numbers in [0, 1) that are the same for a seed (mulberry32). */
export function createSeededRandom(seed: number): { next(): number } {
  let state = seed;
  return {
    next() {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    },
  };
}
