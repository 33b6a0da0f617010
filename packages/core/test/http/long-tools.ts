import { z } from "zod";
import { GOAL_TOOL } from "../../src/log/tool-names.ts";
import { defineTool, type Tool } from "../../src/ports/tool.ts";
import { filler } from "../compaction/sessions.ts";
import { createTestTools, type TestTools } from "./test-tools.ts";

export const GOAL = "Count every invoice of 2025 without touching the archive";

/** A tool with results of 8 kB, each with different text, and one that sets the plan. */
export function longTools(): TestTools {
  let calls = 0;
  const fetchPage: Tool = defineTool({
    name: "fetch_page",
    description: "Fetches a page.",
    input: z.strictObject({ page: z.number() }),
    annotations: { readOnlyHint: true },
    execute: async () => ({ title: "page", output: filler((calls += 1), 8_000) }),
  });
  const plan: Tool = defineTool({
    name: GOAL_TOOL,
    keepsState: true,
    description: "Sets the plan.",
    input: z.strictObject({}),
    annotations: { readOnlyHint: true },
    execute: async (_, context) => {
      const goalId = context.ids.next();
      context.record({
        type: "goals.changed",
        operations: [
          {
            op: "created",
            goalId,
            parentId: "root",
            index: 0,
            title: GOAL,
            reason: null,
            acceptance: [],
            dependsOn: [],
          },
          { op: "focused", goalId },
        ],
      });
      return { title: "plan", output: "1 goal" };
    },
  });
  return createTestTools([fetchPage, plan]);
}
