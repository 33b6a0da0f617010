import { memoryPrompt } from "../prompts/generated/memory.ts";
import { fillPrompt } from "../prompts/parse.ts";
import type { GateProblem } from "./entry-proposal.ts";

/** Returns a reason against an entry as a model can act on it. */
export function explainProblem({ gate, found, instead }: GateProblem): string {
  switch (gate) {
    case "relative-date":
      return fillPrompt(memoryPrompt.relativeDate, {
        found,
        instead: instead === null ? "" : `: ${instead}`,
      });
    case "schema":
    case "structure":
    case "findable":
    case "secret":
    case "injection":
    case "subject":
    case "moment":
      return fillPrompt(memoryPrompt[gate], { found });
  }
}
