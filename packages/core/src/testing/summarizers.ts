import { copyKeyInformation, extractInto } from "../context/extract.ts";
import { extractiveSections, SECTION_TITLES } from "../compaction/sections.ts";
import type { View } from "../context/view.ts";
import { createGoalTree } from "../goals/goal-tree.ts";

/** Summarizers, from good to useless. */
export const summarizers: Readonly<Record<string, (view: View) => Promise<string>>> = {
  good: async (view) => {
    const keys = copyKeyInformation(view.folded);
    for (const item of view.items) extractInto(keys, item.message);
    const sections = extractiveSections(keys, {
      ...{ goals: createGoalTree(""), todos: [], earlier: new Map(), notes: [], shown: "" },
    });
    return SECTION_TITLES.map(
      (title, index) => `## ${index + 1}. ${title}\n${sections.get(index + 1) ?? ""}`,
    ).join("\n");
  },
  "dropping everything": async () => "The conversation was about some things.",
  empty: async () => "",
  failing: async () => {
    throw new Error("503");
  },
  /** A run gives up waiting; what that costs in time is not visible in a replay. */
  hanging: async () => {
    throw new Error("given up");
  },
  endless: async () => "and so on, ".repeat(20_000),
};
