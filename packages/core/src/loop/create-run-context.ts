import type { Entry } from "../log/entry.ts";
import { applyToState } from "./apply-to-state.ts";
import type { RunContext } from "./run-context.ts";
import { createContextTexts } from "./context/context-texts.ts";
import { createPromptHistory } from "./context/prompt-history.ts";
import { createLogWriter } from "./log-writer.ts";
import { createRunAge } from "./run-age.ts";
import { resolveModels } from "./model/run-models.ts";
import { createRunState } from "./run-state.ts";

/** The inputs of one execution of a claimed trace. */
export type RunContextOptions = Pick<
  RunContext,
  "trace" | "fence" | "ports" | "environment" | "signal" | "emit" | "readPages"
> & {
  /** The resolved log so far, including the shared prefix. */
  readonly entries: readonly Entry[];
};

/** Folds a run's log into its state and prompt history. From then on, every entry that the writer stages updates both. */
export async function createRunContext(options: RunContextOptions): Promise<RunContext> {
  const { trace, ports, environment, signal, emit, readPages, entries, fence } = options;
  const state = createRunState(trace.task, trace.budget);
  for (const entry of entries) applyToState(state, entry, entry.traceId === trace.id);
  const models = await resolveModels(environment.models, trace);
  const history = await createPromptHistory({
    trace,
    ports,
    entries,
    clients: models.clients,
    tools: environment.tools,
  });
  const writer = createLogWriter({
    trace,
    fence,
    ports,
    redactor: environment.redactor,
    emit,
    apply: (entry) => {
      applyToState(state, entry, true);
      history.add(entry);
    },
  });
  const texts = createContextTexts(ports.tokenizer);
  const background = { pending: null };
  return {
    trace,
    fence,
    ports,
    environment,
    signal,
    emit,
    state,
    writer,
    models,
    history,
    texts,
    background,
    readPages,
    age: createRunAge(ports.clock),
    loaded: { folders: 0, indexFor: null },
  };
}
