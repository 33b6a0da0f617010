/** How a line looks. Only a terminal shows a difference. */
export type Tone = "plain" | "quiet" | "strong";

/** The part of a turn under way that a terminal shows below the lines that stay. */
export type LiveView = {
  /** Text that streams in and is not complete; may be empty. */
  readonly text: string;
  /** One line about the run or the conversation. */
  readonly status: string;
};

/** Where a person and a conversation meet: a terminal, or the two ends of a pipe. */
export type ChatTerminal = {
  /** Whether a person can type while a run works, and interrupt it. */
  readonly isInteractive: boolean;
  /** Prints lines that stay. Control characters of the text are removed. */
  print(text: string, tone?: Tone): void;
  /**
   * Returns the next line of the person; null when their input has ended. A later call takes precedence over earlier ones until it is settled.
   * An empty `question` asks for a message, which the history keeps. Throws when `signal` aborts.
   */
  read(question: string, signal?: AbortSignal): Promise<string | null>;
  show(view: LiveView): void;
  /** Calls `listener` for every interrupt (Ctrl+C, or a signal to this process) until the returned function is called. */
  onInterrupt(listener: () => void): () => void;
  /** Removes what the screen shows. */
  clear(): void;
  close(): void;
};

/** Thrown by a read that was aborted. */
export function readAborted(signal: AbortSignal): Error {
  return new Error("the question was withdrawn", { cause: signal.reason });
}
