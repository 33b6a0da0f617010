import { countOf } from "../log/count-of.ts";
import { subAgentsPrompt } from "../prompts/generated/sub-agents.ts";
import { fillPrompt } from "../prompts/parse.ts";
import type { ChildReport } from "../ports/child-agents.ts";
import { mergeText } from "./merge-text.ts";

/** Returns the report in one line for people. */
export function reportTitle({ agent, status, steps }: ChildReport): string {
  return `${agent} ${status} after ${countOf(steps, "step")}`;
}

/** Returns what the parent's model reads about a child that has ended: its state, its last message, and what it used. */
export function reportText(report: ChildReport): string {
  const { childTraceId, agent, lastMessage, failure, toolsUsed, steps } = report;
  const tools = toolsUsed.length === 0 ? "no tools" : toolsUsed.join(", ");
  const tokens = report.inputTokens + report.outputTokens;
  const cost = report.cost === null ? "" : `, $${report.cost.toFixed(4)}`;
  const figures = `${countOf(steps, "step")}, ${tokens} tokens${cost}, ${(report.durationMs / 1000).toFixed(1)} s, ${tools}`;
  const problem = failure === null ? "" : `\nReason: ${failure.message}`;
  const text = lastMessage.trim() === "" ? subAgentsPrompt.noMessage : lastMessage;
  const claims = (report.unverified ?? []).map((line) => `- ${line}`).join("\n");
  const doubts = claims === "" ? "" : `\n${fillPrompt(subAgentsPrompt.unverified, { claims })}`;
  return `[agent="${agent}" id="${childTraceId}" ${subAgentsPrompt[report.status]} (${figures})]${problem}\n${text}${doubts}${mergeText(report.merge, report.shared)}`;
}

/** Returns how texts name an agent: its definition, its name if it has one, and its id. */
export function childLabel({
  agent,
  name,
  childTraceId,
}: {
  readonly agent: string;
  readonly name?: string | null | undefined;
  readonly childTraceId: string;
}): string {
  return `agent="${agent}"${name == null ? "" : ` name="${name}"`} id="${childTraceId}"`;
}
