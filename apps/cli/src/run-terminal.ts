import type { Ask } from "./decide-in-terminal.ts";
import type { ListenForInterrupts } from "./listen-for-interrupts.ts";
import type { Print } from "./print-update.ts";

/** The terminal that a run is started from. */
export type RunTerminal = {
  readonly print: Print;
  readonly listenForInterrupts: ListenForInterrupts;
  /** Null when no person is there to ask: calls that need one then do not run. */
  readonly ask: Ask | null;
};
