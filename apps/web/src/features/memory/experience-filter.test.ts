import { expect, it } from "vitest";
import { countPart, filterExperiences } from "./experience-filter.ts";
import type { ListedExperience } from "./experience-filter.ts";

const item = (changes: Partial<ListedExperience>): ListedExperience => ({
  ...{
    id: "e",
    condition: "tests fail only in CI",
    rule: "Use one worker",
    audience: "workspace",
    agent: null,
  },
  ...{ personId: "p", person: "Mira", source: "feedback", state: "approved", version: 1, createdAt: 0 },
  ...{
    changedAt: 0,
    decidedBy: null,
    trials: 0,
    worked: 0,
    skill: null,
    low: 0,
    high: 1,
    standing: "trying",
  },
  ...{ isStable: false, ...changes },
});
const ITEMS = [
  item({ id: "used" }),
  item({ id: "candidate", state: "candidate", audience: "agent", agent: "explore" }),
  item({ id: "retired", state: "retired" }),
  item({ id: "rejected", state: "rejected" }),
];
const ids = (filter: Partial<Parameters<typeof filterExperiences>[1]>) =>
  filterExperiences(ITEMS, { query: "", part: "all", audience: null, ...filter }).map(({ id }) => id);

it("shows active, candidate and past experiences separately", () => {
  expect(ids({})).toHaveLength(4);
  expect(ids({ part: "used" })).toEqual(["used"]);
  expect(ids({ part: "candidates" })).toEqual(["candidate"]);
  expect(ids({ part: "past" })).toEqual(["retired", "rejected"]);
  expect(countPart(ITEMS, "past")).toBe(2);
});

it("finds all words in any order, the name of the agent included", () => {
  expect(ids({ query: "worker ci" })).toHaveLength(4);
  expect(ids({ query: "EXPLORE one" })).toEqual(["candidate"]);
  expect(ids({ query: "worker poem" })).toEqual([]);
  expect(ids({ audience: "agent" })).toEqual(["candidate"]);
});
