/** Calls `interrupt` on every interrupt until the returned function is called. */
export type ListenForInterrupts = (interrupt: () => void) => () => void;

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Listens for interrupts of this process: Ctrl+C in its terminal, and SIGTERM. While listening, they do not end the process. */
export const listenForProcessInterrupts: ListenForInterrupts = (interrupt) => {
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return () => {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
};
