import { childLabel } from "../../context/child-texts.ts";
import { subAgentsPrompt } from "../../prompts/generated/sub-agents.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import { stageReports } from "../children/stage-reports.ts";
import type { RunContext } from "../run-context.ts";
import type { SentText } from "../run-state.ts";
import { stageText } from "./stage-text.ts";

/**
 * Stages the texts that people and other agents sent to the running turn as messages, in order, and the reports of background agents, so
 * that the next model call reads them. They wait while calls are open, because results must follow their calls. A text becomes a message
 * once: the message names its signal.
 */
export function deliverSteering(context: RunContext): void {
  const { canceled, openCalls } = context.state;
  if (canceled === null && openCalls.size === 0) stageSteering(context);
}

/** Stages the texts that have not become messages. At the end of a run no model reads them, but the next turn does. */
export function stageSteering(context: RunContext): void {
  stageReports(context);
  for (const [signalId, sent] of [...context.state.steering])
    if (sent.from === null) stageText(context, { signalId, text: sent.text, author: "person" });
    else stageText(context, { signalId, text: textOfAgent(context, sent.from, sent), author: "agent" });
}

function textOfAgent({ state }: RunContext, traceId: string, { text }: SentText): string {
  const child = state.children.get(traceId);
  const from = child === undefined ? subAgentsPrompt.parent : childLabel(child.spawned);
  return fillPrompt(subAgentsPrompt.message, { from, text });
}
