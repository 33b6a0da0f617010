import { joinProjectContext } from "../context/agents-md.ts";
import { toolsJson } from "../context/tools-json.ts";
import type { RunContext } from "./run-trace.ts";

/**
 * Names by blob what enters the calls of this turn from outside the log (M13): instructions, project context, tools. An event is written
 * only where something changed since the last turn, so that the prefix stays cached.
 */
export async function setContext(context: RunContext): Promise<void> {
  const { trace, ports, stepper } = context;
  const project =
    trace.projectFolder === null
      ? null
      : joinProjectContext(await ports.readProjectContext(trace.projectFolder));
  const tools = ports.tools.tools.length === 0 ? null : toolsJson(ports.tools.tools);
  stage(context, {
    slot: "instructions",
    text: trace.agent.instructions,
    source: `agent ${trace.agent.name}`,
  });
  stage(context, { slot: "project_context", text: project ?? "", source: trace.projectFolder ?? "" });
  stage(context, { slot: "tools", text: tools ?? "", source: `${ports.tools.tools.length} tools` });
  stepper.setTexts({
    instructions: trace.agent.instructions,
    project_context: project ?? "",
    tools: tools ?? "",
  });
}

function stage(
  context: RunContext,
  item: {
    readonly slot: "instructions" | "project_context" | "tools";
    readonly text: string;
    readonly source: string;
  },
): void {
  const { state, writer, ports } = context;
  if (item.text === "" && !state.context.has(item.slot)) return;
  const blob = writer.stageBlob(item.text, item.slot === "tools" ? "application/json" : "text/markdown");
  if (state.context.get(item.slot)?.blob === blob) return;
  writer.stage({
    kind: "event",
    type: "context.set",
    goalId: state.goals.focusId,
    data: { slot: item.slot, blob, tokens: ports.tokenizer.count(item.text), source: item.source },
  });
}
