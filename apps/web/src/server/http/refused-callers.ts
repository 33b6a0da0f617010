import type { Clock } from "@goaltrace/core/ports";

/** How many requests of a caller may be refused within a window before all of its requests are. */
export type RefusalLimit = { readonly limit: number; readonly windowMs: number };

/** Counts the refused requests of callers. */
export type RefusedCallers = {
  note(caller: string): void;
  /** The whole seconds for which a caller has to wait; null when it need not. */
  secondsToWait(caller: string): number | null;
};

type Window = { readonly since: number; refused: number };

/** Beyond these the caller with the oldest window is forgotten, so that a flood of made-up callers cannot fill the memory. */
const MAX_CALLERS = 10_000;

/** Creates the counts of a process. A window starts with the first refused request; after it a caller starts over. */
export function createRefusedCallers(
  { monotonic }: Pick<Clock, "monotonic">,
  { limit, windowMs }: RefusalLimit,
): RefusedCallers {
  /** In the order of their starts. */
  const windows = new Map<string, Window>();

  function openWindow(caller: string): Window | undefined {
    const window = windows.get(caller);
    if (window === undefined || monotonic() - window.since < windowMs) return window;
    windows.delete(caller);
    return undefined;
  }

  return {
    note(caller) {
      const window = openWindow(caller);
      if (window !== undefined) {
        window.refused += 1;
        return;
      }
      const [oldest] = windows.keys();
      if (windows.size >= MAX_CALLERS && oldest !== undefined) windows.delete(oldest);
      windows.set(caller, { since: monotonic(), refused: 1 });
    },
    secondsToWait(caller) {
      const window = openWindow(caller);
      if (window === undefined || window.refused < limit) return null;
      return Math.max(1, Math.ceil((window.since + windowMs - monotonic()) / 1_000));
    },
  };
}
