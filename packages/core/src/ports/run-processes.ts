import type { RunEventPayloads } from "../log/run-event.ts";

/** The facts about the end of a process, as the log has them. */
export type ProcessEnd = Omit<RunEventPayloads["process.ended"], "toolCallId">;

/** A process that a run started and that works beside its steps. */
export interface BackgroundProcess {
  /** A name that the model can repeat. */
  readonly id: string;
  /** The command line. */
  readonly command: string;
  /** The call that started it. */
  readonly toolCallId: string;
  /** Returns the output since the last call of this method; `skippedBytes` were dropped because no one took them in time. */
  take(): { readonly text: string; readonly skippedBytes: number };
  /** Returns how it ended; null while it runs. */
  end(): ProcessEnd | null;
  /** Resolves at its end, or when there is output to take, or when `signal` aborts. */
  untilNews(signal: AbortSignal): Promise<void>;
  /** Kills it with all that it started; resolves once nothing is left. Ending it again has no effect. */
  stop(): Promise<ProcessEnd>;
}

/** The background processes of one execution of a run. All of them end with it. */
export interface RunProcesses {
  /** Errors: LIMIT_REACHED when as many run as may; the process is then not kept, and the caller must not start it. */
  assertRoom(): void;
  add(process: BackgroundProcess): void;
  find(id: string): BackgroundProcess | undefined;
  /** All of them, oldest first. */
  list(): readonly BackgroundProcess[];
  /** Returns the processes that have ended since the last call of this method, each once. */
  takeEnded(): readonly BackgroundProcess[];
}
