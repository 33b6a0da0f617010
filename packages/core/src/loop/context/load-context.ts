import type { ProjectContextLayer } from "../../log/run-event.ts";
import type { ContextSource, LoadedContext, LoadedLayer, SourceRun } from "../../ports/run-environment.ts";
import type { RunContext } from "../run-context.ts";
import { contextSources } from "./context-sources.ts";

/**
 * Loads the context texts of this turn and stages `context.set` for each slot that changed since the last turn, so that an unchanged prefix
 * stays cached. Rethrows errors of the sources.
 */
export async function loadContext(context: RunContext): Promise<void> {
  const { trace, environment, models, texts } = context;
  const run: SourceRun = {
    trace,
    tools: environment.tools.tools,
    smallestWindow: Math.min(...models.clients.map((client) => client.profile.contextWindow)),
  };
  for (const source of contextSources(environment)) {
    const loaded = await source.load(run);
    const text = environment.redactor.redact(loaded.text);
    stageChanged(context, source, { ...loaded, text });
    texts.set(source.slot, text);
  }
}

function stageChanged(
  context: RunContext,
  { slot, mediaType, trust }: ContextSource,
  { text, source, layers }: LoadedContext,
): void {
  const { state, writer, ports } = context;
  if (text === "" && !state.context.has(slot)) return;
  const blob = writer.stageBlob(text, mediaType ?? "text/markdown");
  if (state.context.get(slot)?.blob === blob) return;
  const stored = layers?.map((layer) => storedLayer(context, layer));
  writer.stage({
    kind: "event",
    type: "context.set",
    goalId: state.goals.focusId,
    data: {
      slot,
      blob,
      tokens: ports.tokenizer.count(text),
      source,
      trust,
      ...(stored === undefined ? {} : { layers: stored }),
    },
  });
}

function storedLayer({ ports, environment }: RunContext, layer: LoadedLayer): ProjectContextLayer {
  const { path, characters, shownCharacters, block, trust } = layer;
  const tokens = ports.tokenizer.count(block);
  return { path: environment.redactor.redact(path), characters, shownCharacters, tokens, trust };
}
