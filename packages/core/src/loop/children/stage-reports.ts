import { reportText } from "../../context/child-texts.ts";
import { reportId } from "../../log/report-id.ts";
import { stageText } from "../requests/stage-text.ts";
import type { RunContext } from "../run-context.ts";
import { besideChildren, reportOfEnd } from "./child-state.ts";

/** Stages the reports of background agents that have ended as messages, each once: the message names the end that it reports. */
export function stageReports(context: RunContext): void {
  for (const child of besideChildren(context.state.children))
    if (child.finished !== null)
      stageText(context, {
        signalId: reportId(child.spawned.childTraceId),
        text: reportText(reportOfEnd(child, child.finished)),
        author: "agent",
      });
}
