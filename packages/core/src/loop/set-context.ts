import { joinProjectContext, projectContextLimit, type ProjectContext } from "../context/agents-md.ts";
import { toolsJson } from "../context/tools-json.ts";
import type { ProjectContextLayer } from "../log/run-event.ts";
import type { RunContext } from "./run-trace.ts";

/**
 * Names by blob what enters the calls of this turn from outside the log (M13): instructions, project context, tools. An event is written
 * only where something changed since the last turn, so that the prefix stays cached.
 */
export async function setContext(context: RunContext): Promise<void> {
  const { trace, ports, stepper } = context;
  const { redact } = ports.redactor;
  const windows = stepper.models.map((client) => client.profile.contextWindow);
  const project =
    trace.projectFolder === null
      ? null
      : joinProjectContext(
          await ports.readProjectContext(trace.projectFolder),
          projectContextLimit(Math.min(...windows)),
        );
  const texts = {
    instructions: redact(trace.agent.instructions),
    project_context: redact(project?.text ?? ""),
    tools: ports.tools.tools.length === 0 ? "" : redact(toolsJson(ports.tools.tools)),
  };
  stage(context, { slot: "instructions", text: texts.instructions, source: `agent ${trace.agent.name}` });
  stage(context, {
    slot: "project_context",
    text: texts.project_context,
    source: trace.projectFolder ?? "",
    layers: layersOf(context, project),
  });
  stage(context, { slot: "tools", text: texts.tools, source: `${ports.tools.tools.length} tools` });
  stepper.setTexts(texts);
}

function layersOf(
  { ports }: RunContext,
  project: ProjectContext | null,
): readonly ProjectContextLayer[] | undefined {
  return project?.layers.map(({ path, characters, shownCharacters, block }) => ({
    path: ports.redactor.redact(path),
    characters,
    shownCharacters,
    tokens: ports.tokenizer.count(block),
  }));
}

function stage(
  context: RunContext,
  item: {
    readonly slot: "instructions" | "project_context" | "tools";
    readonly text: string;
    readonly source: string;
    readonly layers?: readonly ProjectContextLayer[];
  },
): void {
  const { state, writer, ports } = context;
  if (item.text === "" && !state.context.has(item.slot)) return;
  const blob = writer.stageBlob(item.text, item.slot === "tools" ? "application/json" : "text/markdown");
  if (state.context.get(item.slot)?.blob === blob) return;
  const { slot, source, layers } = item;
  const tokens = ports.tokenizer.count(item.text);
  writer.stage({
    kind: "event",
    type: "context.set",
    goalId: state.goals.focusId,
    data: { slot, blob, tokens, source, ...(layers === undefined ? {} : { layers }) },
  });
}
