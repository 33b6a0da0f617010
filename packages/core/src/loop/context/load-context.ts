import { CONTEXT_SLOTS } from "../../log/context-slots.ts";
import type { ProjectContextLayer } from "../../log/run-event.ts";
import type { ContextSource, LoadedContext, LoadedLayer, ReducedTools } from "../../ports/run-environment.ts";
import { usableTokens } from "../../context/usable-tokens.ts";
import { contextWindow } from "../model/learn-window.ts";
import type { RunContext } from "../run-context.ts";
import { contextSources } from "./context-sources.ts";
import { touchedFolders } from "./touched-folders.ts";

/**
 * Loads the context texts of this turn and stages `context.set` for each slot that changed since the last turn, so that an unchanged prefix
 * stays cached. The project context comes last, because it gets a share of what the others leave. Rethrows errors of the sources.
 */
export async function loadContext(context: RunContext): Promise<void> {
  const sources = contextSources(context.environment);
  const loaded = new Map<ContextSource, LoadedContext>();
  for (const source of sources.toSorted((left, right) => order(left) - order(right)))
    loaded.set(source, await loadSource(context, source, textsOf(loaded)));
  for (const source of sources) {
    const result = loaded.get(source);
    if (result !== undefined) useLoaded(context, source, result);
  }
}

/**
 * Loads the project context again if the conversation has read or changed a file in a folder without one before: instructions of that folder
 * join. Rethrows errors of the sources.
 */
export async function joinNestedContext(context: RunContext): Promise<void> {
  const { state, loaded, environment, texts } = context;
  if (touchedFolders(state.files.keys()).length === loaded.folders) return;
  for (const source of contextSources(environment)) {
    if (source.slot !== "project_context") continue;
    const others = CONTEXT_SLOTS.flatMap((slot) => (slot === source.slot ? [] : [texts.get(slot)]));
    useLoaded(context, source, await loadSource(context, source, others));
  }
}

function order({ slot }: ContextSource): number {
  return slot === "project_context" ? 1 : 0;
}

function textsOf(loaded: ReadonlyMap<ContextSource, LoadedContext>): readonly string[] {
  return [...loaded.values()].map(({ text }) => text);
}

/** Loads a source; `others` are the texts in front of the messages besides its own. */
async function loadSource(
  context: RunContext,
  source: ContextSource,
  others: readonly string[],
): Promise<LoadedContext> {
  const { trace, environment, models, ports, state, loaded } = context;
  const kept = source.keeps === undefined ? null : await keptContext(context, source);
  if (kept !== null) return kept;
  const smallestWindow = Math.min(...models.clients.map((client) => contextWindow(state, client)));
  const count = (text: string): number => ports.tokenizer.count(text);
  const used = others.reduce((sum, text) => sum + count(text), 0);
  const folders = touchedFolders(state.files.keys());
  if (source.slot === "project_context") loaded.folders = folders.length;
  const result = await source.load({
    ...{ trace, smallestWindow, count, tools: environment.tools.tools, touchedFolders: folders },
    tokensLeft: Math.max(0, usableTokens(smallestWindow) - used),
  });
  return { ...result, text: environment.redactor.redact(result.text) };
}

/** Returns the text that the conversation has of a kept source; null at its start and, unless it keeps the text to its end, after a compaction. */
async function keptContext(
  { state, history, ports, trace }: RunContext,
  { slot, keeps }: ContextSource,
): Promise<LoadedContext | null> {
  const set = state.context.get(slot);
  const foldedAt = history.view.head?.sequence ?? 0;
  if (set === undefined) return null;
  if (keeps === "until_compaction" && (state.contextChangedAt.get(slot) ?? 0) < foldedAt) return null;
  const { workspaceId, personId } = trace;
  const blob = await ports.blobs.get({ workspaceId, personId }, set.blob);
  if (blob === undefined) return null;
  return { text: blob.text, source: set.source, ...(set.trust === undefined ? {} : { trust: set.trust }) };
}

function useLoaded(context: RunContext, source: ContextSource, loaded: LoadedContext): void {
  stageChanged(context, source, loaded);
  context.texts.set(source.slot, loaded.text);
}

function stageChanged(
  context: RunContext,
  { slot, mediaType, trust }: ContextSource,
  { text, source, layers, reduced, trust: ownTrust = trust }: LoadedContext,
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
      trust: ownTrust,
      ...(stored === undefined ? {} : { layers: stored }),
      ...(reduced === undefined ? {} : reducedTools(reduced)),
    },
  });
}

function reducedTools({ shortTools, namedTools }: ReducedTools): {
  readonly shortTools?: string[];
  readonly namedTools?: string[];
} {
  return {
    ...(shortTools.length === 0 ? {} : { shortTools: [...shortTools] }),
    ...(namedTools.length === 0 ? {} : { namedTools: [...namedTools] }),
  };
}

function storedLayer({ ports, environment }: RunContext, layer: LoadedLayer): ProjectContextLayer {
  const { path, characters, shownCharacters, block, trust } = layer;
  const tokens = ports.tokenizer.count(block);
  return { path: environment.redactor.redact(path), characters, shownCharacters, tokens, trust };
}
