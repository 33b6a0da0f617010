import type { Entry } from "../log/entry.ts";
import { applyToState } from "./apply-to-state.ts";
import type { RunContext } from "./run-context.ts";
import { createContextTexts } from "./context/context-texts.ts";
import { createPromptHistory } from "./context/prompt-history.ts";
import { createLogWriter } from "./log-writer.ts";
import { resolveModels } from "./model/run-models.ts";
import { createRunState } from "./run-state.ts";

/** One execution of a claimed trace. */
export type RunContextOptions = Pick<
  RunContext,
  "trace" | "fence" | "ports" | "environment" | "signal" | "emit"
> & {
  /** The resolved log so far, shared prefix included. */
  readonly entries: readonly Entry[];
};

/** Folds the log of a run into its state and its history; from here on both follow what the writer stages. */
export async function createRunContext(options: RunContextOptions): Promise<RunContext> {
  const { trace, ports, environment, signal, emit, entries, fence } = options;
  const state = createRunState(trace.task);
  for (const entry of entries) applyToState(state, entry, entry.traceId === trace.id);
  const models = await resolveModels(environment.models, trace);
  const history = await createPromptHistory({
    ...{ trace, ports, entries },
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
  };
}
