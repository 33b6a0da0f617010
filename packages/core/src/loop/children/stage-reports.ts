import { reportText } from "../../context/child-texts.ts";
import { reportId } from "../../log/report-id.ts";
import { stageText } from "../requests/stage-text.ts";
import type { RunContext } from "../run-context.ts";
import { besideChildren } from "./child-state.ts";

/** Stages the reports of agents of the background that have ended as messages, each once: the message names the end that it reports. */
export function stageReports(context: RunContext): void {
  for (const { spawned, finished } of besideChildren(context.state.children))
    if (finished !== null)
      stageText(context, {
        signalId: reportId(spawned.childTraceId),
        text: reportText({ ...finished, agent: spawned.agent }),
        author: "agent",
      });
}
