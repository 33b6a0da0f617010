/** Calls `interrupt`, with the reason that the log shows, on every interrupt until the returned function is called. */
export type ListenForInterrupts = (interrupt: (reason: string) => void) => () => void;

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Listens for interrupts of this process: Ctrl+C in its terminal, and SIGTERM. While listening, they do not end the process. */
export const listenForProcessInterrupts: ListenForInterrupts = (interrupt) => {
  const onSignal = (): void => interrupt("Ctrl+C");
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
};
