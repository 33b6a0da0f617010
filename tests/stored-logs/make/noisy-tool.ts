import { defineTool } from "@goaltrace/core";
import { z } from "zod";

/** A tool that reports progress and leaves a short form for the history; no built-in tool does either. */
export const noisyTool = defineTool({
  name: "count_slowly",
  description: "Counts to a number and tells each one.",
  input: z.object({ to: z.number().int().min(1).max(10) }),
  annotations: { readOnlyHint: true },
  execute: async ({ to }, { output }) => {
    for (let number = 1; number <= to; number += 1) output(`${number} of ${to}\n`);
    return {
      title: `Counted to ${to}`,
      output: Array.from({ length: to }, (_, index) => String(index + 1)).join("\n"),
      longTermMemory: `Counted to ${to}.`,
      metadata: { to, steps: [1, { deep: null }] },
    };
  },
});
