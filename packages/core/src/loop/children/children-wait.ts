import type { WaitingFor } from "../../log/trace.ts";
import { ultimateWait } from "../../log/ultimate-wait.ts";
import type { RunContext, RunControl } from "../run-context.ts";
import type { StrategyAction, WaitAction } from "../strategy.ts";
import { unfinishedChildren } from "./child-state.ts";

const FOR_CHILDREN: WaitAction = { kind: "wait", for: "children", wakeAt: null };

/**
 * Returns the action of a run that has children: it waits for them instead of repeating calls that wait for them, and instead of completing
 * while one works for which it must wait. Such a child reports to the run, which then decides again.
 */
export function waitForChildren({ state, childWork }: RunContext, action: StrategyAction): StrategyAction {
  if (action.kind === "run_tools") {
    const held = [...childWork.heldCalls.values()];
    return held.length > 0 && !held.some((isOver) => isOver()) ? FOR_CHILDREN : action;
  }
  if (action.kind !== "finish" || action.status !== "completed") return action;
  const awaited = unfinishedChildren(state.children).filter(({ spawned }) => spawned.atEnd !== "cancel");
  return awaited.length === 0 ? action : FOR_CHILDREN;
}

/** Returns the wait of a run whose children wait as well: until the first of them continues without an answer. */
export function withChildWaits(wait: WaitAction, { childWork }: RunContext): WaitAction {
  const times = [wait.wakeAt, ...[...childWork.waiting.values()].map(({ wakeAt }) => wakeAt)];
  const known = times.filter((time) => time !== null);
  return { ...wait, wakeAt: known.length === 0 ? null : Math.min(...known) };
}

/** Returns what the unfinished children of a run ultimately wait for, as their rows say; null when none of them waits. */
export async function waitOfChildren({ state, family }: RunContext): Promise<WaitingFor | null> {
  const ids = await Promise.all(
    unfinishedChildren(state.children).map(async ({ spawned }) => [
      ...(await family.below(spawned.childTraceId)),
    ]),
  );
  const runs = await Promise.all(ids.flat().map(async (id) => await family.get(id)));
  return ultimateWait(runs.filter((run) => run !== undefined));
}

/**
 * Lets a run wait while its children work: until one of them ends, all of them only wait, a signal arrives, or the time of the wait has come.
 * Meanwhile the run leaves its place to others.
 */
export async function restWhileChildrenWork(
  { childWork, ports, signal, place }: RunContext,
  control: Pick<RunControl, "release" | "untilSignal">,
  { wakeAt }: WaitAction,
): Promise<void> {
  const over = new AbortController();
  const timer =
    wakeAt === null
      ? []
      : [ports.clock.sleep(Math.max(0, wakeAt - ports.clock.now()), over.signal).catch(() => undefined)];
  place.leave();
  try {
    await childWork.rest(
      Promise.race([
        control.untilSignal(over.signal),
        untilAborted(AbortSignal.any([signal, control.release]), over.signal),
        ...timer,
      ]),
    );
  } finally {
    over.abort();
    await place.enter(signal);
  }
}

async function untilAborted(signal: AbortSignal, over: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true, signal: over }),
  );
}
