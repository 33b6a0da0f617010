import { spawn } from "node:child_process";
import { StringDecoder } from "node:string_decoder";
import { createOutputWindow } from "./output-window.ts";
import { createProcessFamily } from "./process-family.ts";
import { createProcessGroup, joining } from "./process-limit.ts";
import {
  KILL_WAIT_MS,
  MEMORY_MAX_BYTES,
  OUTPUT_HEAD_BYTES,
  OUTPUT_MAX_BYTES,
  OUTPUT_TAIL_BYTES,
  PROCESSES_MAX,
  WATCH_INTERVAL_MS,
} from "./tunables.ts";

/** A process to run. `marker` is a `NAME=value` of its environment that no other command has. */
export type ProcessRequest = {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly marker: string;
  readonly timeLimitMs: number;
  readonly signal: AbortSignal;
  /** Receives the output while it comes, both streams in one. @default no one */
  readonly onOutput?: (text: string) => void;
  /** Receives the same as bytes. @default no one */
  readonly onBytes?: (chunk: Buffer) => void;
  /** Limits other than those of `tunables.ts`. */
  readonly limits?: Partial<ProcessLimits>;
};

export type ProcessLimits = {
  readonly memoryBytes: number;
  readonly processes: number;
  readonly outputBytes: number;
};

/** Why a process ended: on its own, or killed because of a limit or a cancellation. `failed`: it could not be started. */
export type ProcessEnding = "exited" | "time" | "memory" | "processes" | "output" | "canceled" | "failed";

export type ProcessResult = {
  readonly ending: ProcessEnding;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly durationMs: number;
  /** The output, without its middle if it is long. */
  readonly output: string;
  readonly outputBytes: number;
  /** The most memory that all of its processes had at once, as far as looks noticed; undefined if it ended before the first. */
  readonly peakMemoryBytes: number | undefined;
};

/**
 * Runs a process in a group and session of its own, with nothing to read. Resolves when it has ended and nothing that it started is left; never
 * rejects. All of it is killed when the signal aborts or a limit is passed.
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  const { timeLimitMs, signal, onOutput, onBytes } = request;
  const limits = {
    memoryBytes: MEMORY_MAX_BYTES,
    processes: PROCESSES_MAX,
    outputBytes: OUTPUT_MAX_BYTES,
    ...request.limits,
  };
  const startedAt = performance.now();
  const window = createOutputWindow(OUTPUT_HEAD_BYTES, OUTPUT_TAIL_BYTES);
  let ending: ProcessEnding = "exited";
  let peakMemoryBytes: number | undefined;
  const noteMemory = (bytes: number): void => {
    if (bytes > 0) peakMemoryBytes = Math.max(peakMemoryBytes ?? 0, bytes);
  };
  const group = await createProcessGroup(request.marker.replace(/^[^=]*=/u, "").replace(/[^\w.-]/gu, "-"));
  const [file = request.file, ...rest] = joining(group, [request.file, ...request.arguments]);
  const child = spawn(file, rest, {
    cwd: request.folder,
    // Where Next.js is compiled, its types require a variable that commands must not inherit.
    // eslint-disable-next-line local/no-restricted-syntax -- as above
    env: request.environment as NodeJS.ProcessEnv,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { pid } = child;
  if (pid === undefined) {
    const error = await new Promise<Error>((resolve) => child.once("error", resolve));
    await group?.remove();
    return {
      ...{ ending: "failed", exitCode: null, signal: null, durationMs: performance.now() - startedAt },
      ...{ output: error.message, outputBytes: 0, peakMemoryBytes: undefined },
    };
  }
  const family = createProcessFamily(pid, request.marker, group);
  const stop = (reason: ProcessEnding): void => {
    if (ending !== "exited") return;
    ending = reason;
    void family.kill();
  };
  for (const stream of [child.stdout, child.stderr]) {
    const decoder = new StringDecoder("utf8");
    stream.on("data", (chunk: Buffer) => {
      window.push(chunk);
      onOutput?.(decoder.write(chunk));
      onBytes?.(chunk);
      if (window.bytes() > limits.outputBytes) stop("output");
    });
  }
  const exited = new Promise<{ readonly code: number | null; readonly signal: string | null }>((resolve) => {
    child.once("exit", (code, killedBy) => resolve({ code, signal: killedBy }));
    child.once("error", () => resolve({ code: null, signal: null }));
  });
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const timer = setTimeout(() => stop("time"), timeLimitMs);
  const watch = setInterval(() => {
    void family.look().then(({ count, memoryBytes }) => {
      noteMemory(memoryBytes);
      if (memoryBytes > limits.memoryBytes) stop("memory");
      else if (count > limits.processes) stop("processes");
    });
  }, WATCH_INTERVAL_MS);
  const cancel = (): void => stop("canceled");
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel, { once: true });
  // A short process would end unseen, and a list that other commands share may be older than it.
  const firstLook = family.look("now").then(({ memoryBytes }) => {
    noteMemory(memoryBytes);
  });
  const end = await exited;
  clearTimeout(timer);
  clearInterval(watch);
  signal.removeEventListener("abort", cancel);
  const endedAt = performance.now();
  await firstLook;
  // Processes that it left running would live on and hold its output open.
  await family.kill();
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, KILL_WAIT_MS).unref())]);
  child.stdout.destroy();
  child.stderr.destroy();
  await group?.remove();
  return {
    ...{ ending, exitCode: end.code, signal: end.signal, durationMs: endedAt - startedAt },
    ...{ output: window.text(), outputBytes: window.bytes(), peakMemoryBytes },
  };
}
