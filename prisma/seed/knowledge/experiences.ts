import type { ExperienceFields, ExperienceSource, ExperienceState } from "@goaltrace/core/ports";

/** A rule of the seed, with the stories that taught it and the outcomes of the runs that had it in their context. */
export type SeededExperience = ExperienceFields & {
  readonly source: ExperienceSource;
  readonly state: ExperienceState;
  /** Titles of stories with the words that teach the rule, and whether it worked there; null if it was not tried. */
  readonly evidence: readonly (readonly [title: string, quote: string, worked: boolean | null])[];
  readonly worked: number;
  readonly failed: number;
};

/** Rules in every state: proven, too new to know, waiting for a person, and retired by their outcomes. */
export const experiences: readonly SeededExperience[] = [
  {
    ...{ condition: "a sum differs by a few cents", rule: "look for rounding before the sum, first" },
    ...{ audience: "workspace", agent: null, source: "execution", state: "approved" },
    evidence: [["Why are the nightly totals off by cents?", "off by a few cents", true]],
    ...{ worked: 13, failed: 1 },
  },
  {
    ...{
      condition: "a file that the task names is missing",
      rule: "list its folder before you try it again",
    },
    ...{ audience: "workspace", agent: null, source: "feedback", state: "approved" },
    evidence: [["Take the total from the summary file", "Take the total from reports/summary.json.", null]],
    ...{ worked: 9, failed: 4 },
  },
  {
    ...{ condition: "orders of one month are added up", rule: "filter by the date of payment" },
    ...{ audience: "agent", agent: "general", source: "feedback", state: "approved" },
    evidence: [["Move the reports to the archive", "Write a report of the March orders", null]],
    ...{ worked: 1, failed: 0 },
  },
  {
    ...{ condition: "regions are compared", rule: "name those without a file as well" },
    ...{ audience: "workspace", agent: null, source: "feedback", state: "candidate" },
    evidence: [["Look at the regions from three sides", "Regions 7, 15 and 22 have no orders.", true]],
    ...{ worked: 0, failed: 0 },
  },
  {
    ...{ condition: "a log is searched for errors", rule: "read the whole log instead of searching it" },
    ...{ audience: "agent", agent: "general", source: "execution", state: "retired" },
    evidence: [["Find the errors with a small model", "ended with an error", false]],
    ...{ worked: 2, failed: 9 },
  },
];
