import { createInMemoryStores, type InMemoryStores } from "../adapters/in-memory/stores.ts";
import { createFixedEnvironments, createSilentLogger } from "../adapters/in-memory/trivial-ports.ts";
import { createModelDirectory } from "../adapters/model-directory.ts";
import { createSystemClock } from "../adapters/system/clock.ts";
import { createSystemIds } from "../adapters/system/ids.ts";
import { createSystemRandom } from "../adapters/system/random.ts";
import { createPortableHash } from "../adapters/system/sha256.ts";
import { GoaltraceError } from "../errors.ts";
import { foldGoals } from "../goals/fold-goals.ts";
import type { Entry } from "../log/entry.ts";
import { type AgentSnapshot, isTerminal, type Trace, wakeTime } from "../log/trace.ts";
import type { Update } from "../log/update.ts";
import type { RunPorts } from "../loop/ports.ts";
import type { Strategy } from "../loop/strategy.ts";
import { newRun } from "../new-run.ts";
import type { AgentDirectory } from "../ports/child-agents.ts";
import type { ModelClient } from "../ports/model-client.ts";
import type { Permission } from "../ports/permission.ts";
import type { Redactor } from "../ports/redactor.ts";
import type { Tokenizer } from "../ports/tokenizer.ts";
import type { ToolSet } from "../ports/tool.ts";
import { readLog, readTrace } from "../reading/read-log.ts";
import { run } from "../run.ts";
import type { AgentPorts } from "./agent-options.ts";
import type { RunResult } from "./agent-run.ts";

/** An agent with validated options and defaults filled in. */
export type ReadyAgent = {
  readonly snapshot: AgentSnapshot;
  readonly models: readonly ModelClient[];
  readonly tools: ToolSet;
  readonly agents: AgentDirectory | undefined;
  readonly permission: Permission;
  readonly strategy: Strategy;
  readonly redactor: Redactor;
  readonly projectFolder: string | null;
  readonly ports: AgentPorts;
};

/** A run that has ended, with the stores that the next turn of its conversation continues to use. */
export type EndedRun = { readonly result: RunResult; readonly trace: Trace; readonly stores: InMemoryStores };

export type Task = {
  readonly text: string;
  readonly previous: EndedRun | null;
  readonly signal: AbortSignal;
  emit(update: Update): void;
};

/** In-memory stores belong to one conversation, so every row has the same owner. */
const SCOPE = { workspaceId: "local", personId: "local" };

/** Runs a task to its end. The stores live as long as the runs of their conversation. Rejects with CONFLICT if the previous run is still waiting. */
export async function executeTask(agent: ReadyAgent, task: Task): Promise<EndedRun> {
  const { previous } = task;
  if (previous !== null && !isTerminal(previous.trace.status))
    throw new GoaltraceError({
      code: "CONFLICT",
      message: "The previous run has not ended.",
      fix: "Continue a run that completed, failed or was canceled.",
    });
  const clock = agent.ports.clock ?? createSystemClock();
  const stores = previous?.stores ?? createInMemoryStores(clock);
  const ports = { ...(await openPorts(agent, { ...agent.ports, clock })), ...stores };
  const { trace, entries, blobs } = newRun(
    {
      scope: SCOPE,
      conversationId: null,
      text: task.text,
      agent: agent.snapshot,
      models: agent.models.map((model) => model.profile.reference),
      projectFolder: agent.projectFolder,
      origin:
        previous === null
          ? null
          : { kind: "continues", traceId: previous.trace.id, sequence: previous.trace.lastSequence },
      ...(previous !== null && { goalId: previous.result.goals.focusId }),
    },
    { ...ports, redactor: agent.redactor },
  );
  await stores.traces.create(SCOPE, trace, entries, blobs);
  for (const entry of entries) task.emit({ kind: "entry", entry });
  const ended = await runToItsEnd(trace, ports, task);
  const log = await readLog({ traces: stores.traces, scope: SCOPE }, ended);
  return { trace: ended, stores, result: toResult(ended, log) };
}

async function openPorts(
  agent: ReadyAgent,
  { clock, ids, random, hash, tokenizer, logger }: AgentPorts & Pick<RunPorts, "clock">,
): Promise<Omit<RunPorts, "traces" | "blobs" | "signals">> {
  const models = new Map(agent.models.map((model) => [model.profile.reference, model]));
  return {
    environments: createFixedEnvironments({
      tools: agent.tools,
      ...(agent.agents === undefined ? {} : { agents: agent.agents }),
      permission: agent.permission,
      redactor: agent.redactor,
      models: createModelDirectory([async (_workspace, reference) => models.get(reference)]),
      sources: [],
      forbiddenFolders: [],
    }),
    strategies: [agent.strategy],
    tokenizer: tokenizer ?? (await loadTokenizer()),
    clock,
    ids: ids ?? createSystemIds(clock),
    random: random ?? createSystemRandom(),
    hash: hash ?? createPortableHash(),
    logger: logger ?? createSilentLogger(),
  };
}

let loadedTokenizer: Promise<Tokenizer> | undefined;

/** The tables of the tokenizer are large, so they are loaded once, with the first run. */
async function loadTokenizer(): Promise<Tokenizer> {
  loadedTokenizer ??= import("../adapters/tokenizer.ts").then(({ createTokenizer }) => createTokenizer());
  return await loadedTokenizer;
}

/** Runs a trace until it ends or waits for a signal. Sleeps through waits that end at a given time. */
async function runToItsEnd(trace: Trace, ports: RunPorts, { signal, emit }: Task): Promise<Trace> {
  for (;;) {
    // No other process can reach these stores, so the lease needs no expiry.
    const claimed = await ports.traces.claim({ owner: "agent", leaseMs: Infinity, only: trace.id });
    if (claimed !== undefined) await runOnce(claimed, ports, { signal, emit });
    const current = await readTrace({ traces: ports.traces, scope: SCOPE }, trace.id);
    const wakeAt = wakeTime(current);
    if (current.status !== "waiting" || wakeAt === undefined) return current;
    await ports.clock.sleep(wakeAt - ports.clock.now(), signal);
    if (signal.aborted) await requestCancel(current, ports);
  }
}

async function runOnce(
  claimed: NonNullable<Awaited<ReturnType<RunPorts["traces"]["claim"]>>>,
  ports: RunPorts,
  { signal, emit }: Pick<Task, "signal" | "emit">,
): Promise<void> {
  try {
    for await (const update of run({ ...claimed, ports, cancel: signal })) emit(update);
  } finally {
    await ports.traces.release(claimed.lease);
  }
}

/** Sends the run a cancel signal, because only a signal that answers its wait lets it be claimed before its time. */
async function requestCancel({ id }: Trace, { signals, clock }: RunPorts): Promise<void> {
  await signals.insert(SCOPE, {
    id: `cancel:${id}`,
    kind: "cancel",
    traceId: id,
    personId: SCOPE.personId,
    payload: { reason: null },
    at: clock.now(),
  });
}

function toResult(trace: Trace, entries: readonly Entry[]): RunResult {
  const answer = entries.findLast(
    (entry) => entry.traceId === trace.id && entry.kind === "message" && entry.role === "assistant",
  );
  return {
    id: trace.id,
    status: trace.status,
    answer: answer?.kind === "message" && answer.role === "assistant" ? answer.text : "",
    failure: trace.failure,
    entries,
    goals: foldGoals(trace.task, entries),
    totals: trace.totals,
  };
}
