import { phaseOf } from "@goaltrace/core/log";
import type { useTranslations } from "next-intl";
import type { TreeRun } from "../../lib/run-tree/use-run-tree.ts";

/** Describes in a few words what a sub-agent does or waits for: its phase or, during a step, the request to the model. */
export function agentDoing(
  run: Pick<TreeRun, "status" | "waitingFor" | "phase" | "calls" | "activity">,
  translate: ReturnType<typeof useTranslations<"agents">>,
): string {
  if (run.status === "waiting") return translate(`waiting.${run.waitingFor ?? "worker"}`);
  const phase = phaseOf(run);
  switch (phase) {
    case "executing":
      return translate(run.activity?.kind === "model" ? "doing.model" : "doing.executing");
    case "queued":
    case "starting":
    case "routing":
    case "planning":
    case "reflecting":
    case "checking":
    case "learning":
    case "replanning":
    case "responding":
      return translate(`doing.${phase}`);
    case "agents":
    case "person":
    case "budget":
    case "pause":
    case "folder":
    case "worker":
    case null:
      return "";
  }
}

/**
 * Returns what a person last decided about a sub-agent, such as "mira: The second one"; empty without a decision. Of one that repeated itself, it says
 * who ended it: first the guard stopped it and asked, then the person gave it up.
 */
export function agentDecision(
  { decision }: Pick<TreeRun, "decision">,
  translate: ReturnType<typeof useTranslations<"agents">>,
): string {
  if (decision === null) return "";
  const { personName: person, text, decision: kind } = decision;
  return translate("decision", { decision: kind, person, text: text.replace(/\s+/gu, " ").trim() });
}
