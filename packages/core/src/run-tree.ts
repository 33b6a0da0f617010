import { toFailure } from "./errors.ts";
import { addAmounts, NOTHING } from "./guards/budget/decide-reservation.ts";
import type { Entry } from "./log/entry.ts";
import { isTerminal, type Trace, wakeTime } from "./log/trace.ts";
import type { Update } from "./log/update.ts";
import { createTreeDenials } from "./loop/children/denials.ts";
import type { ParentRun, RunFamily } from "./loop/children/run-family.ts";
import type { RunPorts } from "./loop/ports.ts";
import type { RunControl } from "./loop/run-context.ts";
import type { RunOutcome } from "./loop/run-outcome.ts";
import { createChildSlots } from "./loop/children/child-slots.ts";
import { createTreeEdits } from "./loop/children/tree-edits.ts";
import { createTreeLoops } from "./loop/children/tree-loops.ts";
import { runTrace } from "./loop/run-trace.ts";
import { MAX_CHILDREN_AT_ONCE } from "./tunables.ts";
import { resultsPrompt } from "./prompts/generated/results.ts";
import { closeEnvironment, prepareRun } from "./prepare-run.ts";
import type { Amounts } from "./ports/budget-store.ts";
import type { PreviousHolder } from "./ports/trace-store.ts";
import { readEntries, readLog, readLogPages } from "./reading/read-log.ts";
import { answersWait } from "./signals/answers.ts";
import type { KnownSignal } from "./signals/signal.ts";

/** The signals of one child that its loop has not received yet. */
export type ChildInbox = {
  /** Reads the pending signals. Errors: those of the store. */
  check(): Promise<void>;
  /** Returns and removes the signals read so far, oldest first. */
  drain(): readonly KnownSignal[];
  /** Resolves when there is a signal to drain, or when `over` aborts. */
  untilSignal(over: AbortSignal): Promise<void>;
};

/** Opens the inbox of a child; `onSignal` is called for each signal read from then on. */
export type OpenChildInbox = (child: Trace, onSignal: (signal: KnownSignal) => void) => ChildInbox;

export type RunTreeOptions = {
  readonly ports: RunPorts;
  readonly root: Trace;
  readonly fence: number;
  readonly release: AbortSignal;
  readonly setAside: AbortSignal;
  readonly previousHolder: PreviousHolder;
  readonly openInbox: OpenChildInbox | undefined;
  /** Reads the pending signals of the root. */
  checkRoot(this: void): Promise<void>;
  emit(update: Update): void;
};

/** A child that this process knows. */
type Node = {
  readonly inbox: ChildInbox | undefined;
  readonly cancel: AbortController;
  /** Called when a signal for this child or a run below it arrives. */
  readonly wakes: Set<() => void>;
};

/**
 * Creates the runs below one claimed root. They execute in this process, under the root's lease and without worker slots of their own; their
 * appends carry the root's fence.
 */
export function createRunTree(options: RunTreeOptions): RunFamily {
  const { ports, root, release, setAside } = options;
  const scope = { workspaceId: root.workspaceId, personId: root.personId };
  const reader = { traces: ports.traces, scope };
  const nodes = new Map<string, Node>();
  const parents = new Map<string, string | null>();
  /** The runs below the root that are stored or about to be. */
  const started = new Set<string>();
  /** The runs that have started others, of those that are stored. */
  const starters = new Set<string>();
  let isCounted = false;
  let counting: Promise<void> | null = null;
  /** Agents that start side by side share one reading; one that fails is repeated by the next of them. */
  const countStored = async (): Promise<void> => {
    if (isCounted) return;
    counting ??= readStored().finally(() => {
      counting = null;
    });
    await counting;
  };
  const readStored = async (): Promise<void> => {
    for (const { id, parentId } of await ports.traces.family(scope, root.id)) {
      if (id !== root.id) started.add(id);
      if (parentId !== null) starters.add(parentId);
    }
    isCounted = true;
  };
  /** Returns a run and all runs below it. Most have none below, and those are read alone. */
  const withBelow = async (childTraceId: string): Promise<readonly Trace[]> => {
    if (!isCounted || starters.has(childTraceId))
      return withDescendants(await ports.traces.family(scope, root.id), childTraceId);
    const child = await ports.traces.get(scope, childTraceId);
    return child === undefined ? [] : [child];
  };

  const wake = (childTraceId: string): void => {
    for (let id: string | null = childTraceId; id !== null; id = parents.get(id) ?? null)
      for (const resolve of nodes.get(id)?.wakes ?? []) resolve();
  };

  const nodeOf = (child: Trace): Node => {
    const known = nodes.get(child.id);
    if (known !== undefined) return known;
    parents.set(child.id, child.parentId);
    const cancel = new AbortController();
    const node = {
      cancel,
      wakes: new Set<() => void>(),
      inbox: options.openInbox?.(child, (signal) => {
        if (signal.kind === "cancel" && !cancel.signal.aborted) cancel.abort(signal);
        wake(child.id);
      }),
    };
    nodes.set(child.id, node);
    return node;
  };

  /** Returns the unfinished runs at and below a child. */
  const unfinished = async (child: Trace): Promise<readonly Trace[]> => {
    const all = await ports.traces.family(scope, root.id);
    return withDescendants(all, child.id).filter((trace) => !isTerminal(trace.status));
  };

  const isAnswered = async (trace: Trace): Promise<boolean> => {
    const pending = await ports.signals.pending(scope, trace.id);
    return pending.some((signal) => answersWait(signal.kind, trace.waitingFor));
  };

  const family: RunFamily = {
    denials: createTreeDenials(),
    loops: createTreeLoops(),
    edits: createTreeEdits(),
    slots: createChildSlots(MAX_CHILDREN_AT_ONCE),
    send: async (traceId, signal) => {
      const stamp = { traceId, personId: null, at: ports.clock.now() };
      await ports.signals.insert(scope, { ...signal, ...stamp });
      const read = traceId === root.id ? options.checkRoot : nodes.get(traceId)?.inbox?.check;
      // It is stored; an inbox that cannot be read now is read again later.
      await read?.().catch(() => undefined);
    },
    size: async () => {
      await countStored();
      return started.size;
    },
    admit: async (childTraceId, check) => {
      await countStored();
      check(started.size);
      started.add(childTraceId);
    },
    create: async (child, entries) => {
      if (child.parentId !== null) starters.add(child.parentId);
      try {
        await ports.traces.create(scope, child, entries, []);
      } catch (thrown) {
        // The process that died may have created it.
        if ((await ports.traces.get(scope, child.id)) === undefined) throw thrown;
      }
    },
    get: async (childTraceId) => {
      const child = await ports.traces.get(scope, childTraceId);
      // Only a claim reads the key of a run, and the runs below belong to that of their root.
      return child === undefined || root.keyId === undefined ? child : { ...child, keyId: root.keyId };
    },
    spent: async (childTraceId) =>
      (await withBelow(childTraceId)).reduce<Amounts>(
        (sum, { totals }) =>
          addAmounts(sum, {
            usd: totals.cost,
            tokens: totals.inputTokens + totals.outputTokens,
            ...{ steps: totals.modelCalls, ms: 0 },
          }),
        NOTHING,
      ),
    below: async (childTraceId) =>
      isCounted && !starters.has(childTraceId)
        ? new Set([childTraceId])
        : new Set((await withBelow(childTraceId)).map(({ id }) => id)),
    logs: async function* () {
      for (const trace of await ports.traces.family(scope, root.id)) {
        if (trace.id === root.id) continue;
        yield { trace, entries: await readEntries(reader, trace, { after: trace.origin?.sequence ?? 0 }) };
      }
    },
    isDue: async (child) => {
      if (child.status !== "waiting" || nodes.get(child.id)?.cancel.signal.aborted === true) return true;
      const wakesAt = wakeTime(child);
      if (wakesAt !== undefined && wakesAt <= ports.clock.now()) return true;
      for (const trace of await unfinished(child)) {
        if (trace.status !== "waiting" && trace.id !== child.id) return true;
        if (await isAnswered(trace)) return true;
      }
      return false;
    },
    isReleased: () => release.aborted,
    untilDue: async (child, signal) => {
      const over = AbortSignal.any([signal, release, setAside]);
      const { wakes } = nodeOf(child);
      const ended = new AbortController();
      let wakeUp = (): void => undefined;
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve;
        wakes.add(resolve);
        over.addEventListener("abort", () => resolve(), { once: true });
        if (over.aborted) resolve();
      });
      try {
        for (const trace of await unfinished(child)) nodeOf(trace);
        // A signal may have been stored before its inbox was opened.
        if (await family.isDue(child)) return;
        const wakesAt = wakeTime(child);
        const timer =
          wakesAt === undefined
            ? []
            : [ports.clock.sleep(wakesAt - ports.clock.now(), ended.signal).catch(() => undefined)];
        await Promise.race([woken, ...timer]);
      } finally {
        wakes.delete(wakeUp);
        ended.abort();
      }
    },
    execute: async (child, parent, signal) => await execute(child, parent, signal),
  };
  return family;

  async function execute(child: Trace, parent: ParentRun, signal: AbortSignal): Promise<RunOutcome> {
    const node = nodeOf(child);
    const canceled = AbortSignal.any([signal, node.cancel.signal]);
    const { environment, strategy, isRefused } = await prepareRun(ports, child, {
      signal: AbortSignal.any([canceled, release]),
      parent: parent.environment,
    });
    try {
      if (isRefused && release.aborted) return { kind: "released" };
      const control: RunControl = {
        ...{ strategy, isRefused, release, previousHolder: options.previousHolder },
        setAside: () => (setAside.aborted ? toFailure(setAside.reason) : null),
        drainSignals: () => node.inbox?.drain() ?? [],
        checkSignals: async () => await node.inbox?.check().catch(() => undefined),
        untilSignal: async (over) => await (node.inbox?.untilSignal(over) ?? aborted(over)),
        cancelReason: () => cancelReason(node.cancel.signal),
      };
      await node.inbox?.check();
      const entries: readonly Entry[] = await readLog(reader, child);
      const outcome = await runTrace(
        {
          ...{ trace: child, entries, ports, environment, fence: options.fence, emit: options.emit },
          ...{ signal: AbortSignal.any([canceled, setAside]), depth: parent.depth + 1, family },
          place: { leave: family.slots.free, enter: family.slots.take },
          above: parent.account,
          readPages: (current, range) => readLogPages(reader, current, range),
        },
        control,
      );
      if (outcome.kind === "finished") family.edits.end(child.id);
      return outcome;
    } finally {
      parent.account.settle(child.id, await family.spent(child.id).catch(() => NOTHING));
      await closeEnvironment(environment, { ports, trace: child });
    }
  }
}

/** Resolves when a signal aborts. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** Returns a run and all runs below it. `family` is oldest first, and parents are older than their children. */
function withDescendants(family: readonly Trace[], traceId: string): readonly Trace[] {
  const ids = new Set([traceId]);
  return family.filter(({ id, parentId }) => {
    if (parentId !== null && ids.has(parentId)) ids.add(id);
    return ids.has(id);
  });
}

/** Names the person who canceled the child itself; otherwise its parent has ended. */
export function cancelReason(signal: AbortSignal): ReturnType<RunControl["cancelReason"]> {
  if (!isCancel(signal.reason)) return { signalId: "", personId: null, reason: resultsPrompt.parentEnded };
  const { id: signalId, personId, payload } = signal.reason;
  return { signalId, personId, reason: payload.reason };
}

/** Returns true if an abort was requested by a signal. */
export function isCancel(reason: unknown): reason is Extract<KnownSignal, { kind: "cancel" }> {
  return (
    typeof reason === "object" &&
    reason !== null &&
    "kind" in reason &&
    reason.kind === "cancel" &&
    "traceId" in reason
  );
}
