/** Calls `interrupt` at every interrupt until the function that it returns is called. */
export type ListenForInterrupts = (interrupt: () => void) => () => void;

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Interrupts of this process: Ctrl+C in its terminal, and SIGTERM. A process that listens doesn't end by them. */
export const listenForProcessInterrupts: ListenForInterrupts = (interrupt) => {
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return () => {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
};
