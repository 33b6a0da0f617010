import { toolsJson } from "../context/tools-json.ts";
import type { ProjectContextLayer } from "../log/run-event.ts";
import type { ContextSource, LoadedContext, LoadedLayer, SourceRun } from "../ports/run-environment.ts";
import type { RunContext } from "./run-trace.ts";

const instructions: ContextSource = {
  slot: "instructions",
  load: async ({ trace }) => ({ text: trace.agent.instructions, source: `agent ${trace.agent.name}` }),
};

const tools: ContextSource = {
  slot: "tools",
  mediaType: "application/json",
  load: async (run) => ({
    text: run.tools.length === 0 ? "" : toolsJson(run.tools),
    source: `${run.tools.length} tools`,
  }),
};

/**
 * Names by blob what enters the calls of this turn from outside the log (M13), in the order of the request. An event is written only where
 * something changed since the last turn, so that the prefix stays cached.
 */
export async function setContext(context: RunContext): Promise<void> {
  const { trace, environment, stepper } = context;
  const { redact } = environment.redactor;
  const windows = stepper.models.map((client) => client.profile.contextWindow);
  const run: SourceRun = { trace, tools: environment.tools.tools, smallestWindow: Math.min(...windows) };
  const texts = { instructions: "", project_context: "", tools: "" };
  for (const source of [instructions, ...environment.sources, tools]) {
    const loaded = await source.load(run);
    const text = redact(loaded.text);
    stage(context, source, { ...loaded, text });
    texts[source.slot] = text;
  }
  stepper.setTexts(texts);
}

function stage(context: RunContext, { slot, mediaType }: ContextSource, loaded: LoadedContext): void {
  const { state, writer, ports } = context;
  if (loaded.text === "" && !state.context.has(slot)) return;
  const blob = writer.stageBlob(loaded.text, mediaType ?? "text/markdown");
  if (state.context.get(slot)?.blob === blob) return;
  const layers = loaded.layers?.map((layer) => storedLayer(context, layer));
  const tokens = ports.tokenizer.count(loaded.text);
  writer.stage({
    kind: "event",
    type: "context.set",
    goalId: state.goals.focusId,
    data: { slot, blob, tokens, source: loaded.source, ...(layers === undefined ? {} : { layers }) },
  });
}

function storedLayer({ ports, environment }: RunContext, layer: LoadedLayer): ProjectContextLayer {
  const { path, characters, shownCharacters, block } = layer;
  const tokens = ports.tokenizer.count(block);
  return { path: environment.redactor.redact(path), characters, shownCharacters, tokens };
}
