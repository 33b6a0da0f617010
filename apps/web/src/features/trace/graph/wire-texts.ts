import type { WaitingFor } from "@goaltrace/core/log";
import type { useTranslations } from "next-intl";
import type { TreeRun } from "../../../lib/run-tree/use-run-tree.ts";
import type { Format } from "../../../lib/use-format.ts";
import { agentDecision, agentDoing } from "../../../ui/agents/agent-doing.ts";
import type { WireTexts } from "./wire-view.ts";

/** The text of a wait, by the reason in the record of the run. */
const WAITS = {
  approval: "you",
  question: "you",
  pause: "paused",
  budget: "budget",
  children: "agents",
  worker: "worker",
  folder: "folder",
} as const satisfies Record<WaitingFor, string>;

/** The texts of the person's language from which the words on wires are made; pages of the server have them without hooks. */
export type WireLanguage = {
  readonly translate: ReturnType<typeof useTranslations<"trace.graph">>;
  readonly agents: ReturnType<typeof useTranslations<"agents">>;
  readonly format: Pick<Format, "cost" | "tokens">;
  /** The reason why the run waits. */
  readonly waitingFor: WaitingFor | null;
};

/** Returns the words on wires. */
export function wireTexts({ translate, agents, format, waitingFor }: WireLanguage): WireTexts {
  return {
    calls: (calls) => translate("chipCalls", { calls }),
    callsAndTools: (calls, tools) => translate("chipTools", { calls, tools }),
    steps: (turns) => translate("chipSteps", { turns }),
    after: (numbers) => translate("after", { numbers }),
    together: (count) => translate("atOnce", { count }),
    chipTogether: (calls, count) => translate("chipTogether", { calls, count }),
    chipOneOf: (calls, count) => translate("chipOneOf", { calls, count }),
    failed: (count, tool) =>
      tool === "" ? translate("failedOthers", { count }) : translate("failedCalls", { count, tool }),
    retries: (count) => translate("retries", { count }),
    lessons: (count) => translate("lessons", { count }),
    merge: {
      merged: (files) => translate("merge.merged", { files }),
      conflicts: (left, files) => translate("merge.conflicts", { left, files }),
      unfinished: (left) => translate("merge.unfinished", { left }),
      lost: translate("merge.lost"),
    },
    polling: (count) => translate("polled", { count }),
    evidence: (sequence) => translate("evidence", { sequence }),
    loop: (count, cost) => translate("loop", { count, cost: format.cost(cost) }),
    repeats: (count) => `×${count}`,
    compaction: (before, after) => `${format.tokens(before)} → ${format.tokens(after)}`,
    agentCalls: (count) => agents("box.calls", { count }),
    agentDoes: (run) => agentDoes(run, agents),
    agentDecided: (run) => agentDecision(run, agents),
    verified: translate("verified"),
    unverified: translate("unverified"),
    revision: translate("revision"),
    waiting: translate(`waiting.${WAITS[waitingFor ?? "worker"]}`),
  };
}

/** Describes in a few words what a sub-agent does or waits for, with its running tool by name. */
function agentDoes(run: TreeRun, translate: ReturnType<typeof useTranslations<"agents">>): string {
  const { activity } = run;
  return activity?.kind === "tool"
    ? `${activity.tool} ${activity.target}`.trim()
    : agentDoing(run, translate);
}
