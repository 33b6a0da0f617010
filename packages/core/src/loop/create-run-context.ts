import type { Budget } from "../log/budget.ts";
import type { Entry } from "../log/entry.ts";
import { createTreeAccount, type TreeAccount } from "./budget/tree-account.ts";
import { applyToState } from "./apply-to-state.ts";
import { recallChildren } from "./children/recall-children.ts";
import { recallTree } from "./children/recall-tree.ts";
import { createChildWork } from "./children/child-work.ts";
import type { RunContext } from "./run-context.ts";
import { createContextTexts } from "./context/context-texts.ts";
import { createPromptHistory } from "./context/prompt-history.ts";
import { createLogWriter } from "./log-writer.ts";
import { createRunAge } from "./run-age.ts";
import { resolveModels } from "./model/run-models.ts";
import { createRunProcesses } from "./processes/run-processes.ts";
import { createRunState } from "./run-state.ts";

/** The inputs of one execution of a claimed trace. */
export type RunContextOptions = Pick<
  RunContext,
  "trace" | "fence" | "ports" | "environment" | "signal" | "emit" | "readPages" | "depth" | "family"
> & {
  /** The resolved log so far, including the shared prefix. */
  readonly entries: readonly Entry[];
  /** Default: none, for a root. */
  readonly place?: RunContext["place"];
  /** The account of the parent. Default: none, for a root. */
  readonly above?: TreeAccount | null;
};

/** Folds a run's log into its state and prompt history. From then on, every entry that the writer stages updates both. */
export async function createRunContext(options: RunContextOptions): Promise<RunContext> {
  const { trace, ports, environment, signal, emit, readPages, entries, fence, depth, family } = options;
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
  const age = createRunAge(ports.clock);
  const account = createTreeAccount({
    above: options.above ?? null,
    budget: () => withTokenLimit(state.budget.allowed, trace.agent.limits.maxTokens),
    acceptsUnpriced: () => state.budget.acceptsUnpriced,
    spent: () => ({
      ...{ usd: state.budget.usd, tokens: state.tokens, steps: state.steps },
      ms: age(writer.projection.startedAt ?? trace.createdAt) - state.waitedMs,
    }),
  });
  if (depth === 0) {
    const root = { trace, entries: entries.filter((entry) => entry.traceId === trace.id) };
    await recallTree(family, root, { tools: environment.tools, hash: ports.hash });
  }
  await recallChildren({ state, family, account });
  // Until here the parent counts what is stored for this run and everything below it.
  options.above?.attach(trace.id, account.total);
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
    recallChoice: { pending: null },
    readPages,
    ...{ age, account },
    loaded: { folders: 0, indexFor: null },
    ...{ depth, family, childWork: createChildWork(), place: options.place ?? NO_PLACE },
    processes: createRunProcesses(),
    canReplan: () => false,
  };
}

/** A root takes no place among its children. */
const NO_PLACE: RunContext["place"] = { leave: () => undefined, enter: async () => undefined };

/** The limit of an agent holds for its children too. */
function withTokenLimit(budget: Budget, maxTokens: number | null): Budget {
  return maxTokens === null ? budget : { ...budget, tokens: Math.min(maxTokens, budget.tokens ?? maxTokens) };
}
