import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { PROCESS_MARKER } from "../process/command-environment.ts";
import { createProcessFamily, type ProcessFamily } from "../process/process-family.ts";
import { createProcessGroup, joining, type ProcessGroup } from "../process/process-limit.ts";
import { MEMORY_MAX_BYTES, PROCESSES_MAX } from "../process/tunables.ts";
import { createLineReader } from "./line-reader.ts";
import { LaunchFailed, launchFailure } from "./launch-failure.ts";
import type { ServerLaunch } from "./launch-server.ts";
import { createOwnLineFilter } from "./own-lines.ts";
import { MESSAGE_MAX_BYTES, SERVER_WATCH_MS, STOP_GRACE_MS } from "./tunables.ts";
import { createWriteQueue } from "./write-queue.ts";

/** Fields by which the library recognizes a process: without these, it takes silence of an older server for an outage. */
type ProcessTransport = Transport & { readonly pid: number | null; readonly stderr: null };

/** Reads a message of the protocol; throws for anything else. */
type ReadMessage = (line: string) => JSONRPCMessage;

/**
 * Creates the connection to a server that this machine runs, over its standard input and output. The server leads a process group of its own with
 * the limits of commands; `close` leaves nothing of it running. Its standard error goes to `onLog`.
 */
export function createStdioTransport(
  launch: ServerLaunch,
  {
    readMessage,
    onLog,
    isRetry,
    onBytes,
  }: {
    readonly readMessage: ReadMessage;
    readonly onLog: (text: string) => void;
    /** Called with the number of bytes that the server sent. */
    readonly onBytes: (count: number) => void;
    /** Whether the server gets processor time only when nothing else needs it. */
    readonly isRetry: boolean;
  },
): ProcessTransport {
  let child: ChildProcessWithoutNullStreams | null = null;
  let queue: ReturnType<typeof createWriteQueue> | null = null;
  let family: ProcessFamily | null = null;
  let group: ProcessGroup | null = null;
  let watch: NodeJS.Timeout | undefined;
  let ending: Promise<void> | null = null;
  let isClosed = false;

  const report = (message: string): void => {
    onLog(`[goaltrace] ${message}\n`);
    transport.onerror?.(new Error(message));
  };
  const fail = (message: string): void => {
    report(message);
    void transport.close();
  };
  /**
   * Waits a moment for the end of a server that does not read: a server that has ended does not read either, and its last output explains why it
   * ended.
   */
  const lastWords = async (): Promise<void> => {
    const current = child;
    if (current === null || isClosed) return;
    await new Promise<void>((resolve) => {
      const limit = setTimeout(resolve, LAST_WORDS_MS);
      current.once("close", () => {
        clearTimeout(limit);
        resolve();
      });
    });
  };
  const closed = (): void => {
    if (isClosed) return;
    isClosed = true;
    clearInterval(watch);
    transport.onclose?.();
  };
  const receive = (line: string): void => {
    // No one waits for what it says while it is stopped.
    if (child === null) return;
    let message: JSONRPCMessage;
    try {
      message = readMessage(line);
    } catch {
      // Reading the line may have been what stopped the server.
      if (ending !== null) return;
      // A server that prints to its output by mistake is common, and harmless.
      report(`The server wrote a line that is no message: ${line.slice(0, 200)}`);
      return;
    }
    if ("method" in message) transport.onmessage?.(message);
    // The library handles a notice a moment after it got it, and drops progress of a call that has its result. Both may arrive at once.
    else void Promise.resolve().then(() => queueMicrotask(() => transport.onmessage?.(message)));
  };
  const look = async (): Promise<void> => {
    const seen = await family?.look();
    if (seen === undefined) return;
    if (seen.memoryBytes > MEMORY_MAX_BYTES) fail("The server was stopped: it used too much memory.");
    else if (seen.count > PROCESSES_MAX) fail("The server was stopped: it started too many processes.");
  };

  const transport: ProcessTransport = {
    pid: null,
    stderr: null,
    async start() {
      group = await createProcessGroup("mcp");
      const own = [launch.file, ...launch.arguments];
      const [file = launch.file, ...rest] = joining(group, isRetry ? [...LOW_PRIORITY, ...own] : own);
      const started = spawn(file, rest, {
        cwd: launch.folder,
        // Where Next.js is compiled, its types require a variable that servers must not inherit.
        // eslint-disable-next-line local/no-restricted-syntax -- as above
        env: { ...launch.environment, [PROCESS_MARKER]: launch.marker } as unknown as NodeJS.ProcessEnv,
        detached: true,
        stdio: "pipe",
      });
      child = started;
      queue = createWriteQueue(started.stdin);
      // A server that no longer reads cannot answer, so the connection is over.
      started.stdin.on("error", (error) => {
        void lastWords().then(() => {
          if (ending === null && !isClosed) fail(`The server does not read any more: ${error.message}`);
        });
      });
      started.stderr.setEncoding("utf8");
      const withoutOwnLines = createOwnLineFilter();
      let written = "";
      started.stderr.on("data", (text: string) => {
        written = `${written}${text}`.slice(-WRITTEN_KEPT_CHARACTERS);
        onLog(withoutOwnLines(text));
      });
      const readLines = createLineReader({
        maxBytes: MESSAGE_MAX_BYTES,
        onLine: receive,
        onTooLong: () => fail(TOO_LONG),
      });
      started.stdout.on("data", (chunk: Buffer) => {
        if (child === null) return;
        onBytes(chunk.length);
        readLines(chunk);
      });
      started.once("close", (code, signal) => {
        // Otherwise this side ended it and has logged the reason.
        if (child !== null)
          onLog(`[goaltrace] ${whyEnded(launch, written) ?? endText(code, signal, written)}\n`);
        closed();
      });
      await new Promise<void>((resolve, reject) => {
        started.once("spawn", resolve);
        started.once("error", (error) => reject(toLaunchFailed(launch, error)));
      });
      const { pid } = started;
      if (pid === undefined) return;
      family = createProcessFamily(pid, `${PROCESS_MARKER}=${launch.marker}`, group);
      watch = setInterval(() => {
        if (queue?.isStuck() === true) fail(NOT_READING);
        else void look();
      }, SERVER_WATCH_MS).unref();
    },
    async send(message) {
      if (child === null || queue === null || isClosed) throw new Error("The server is not running.");
      // It asks, and does not read the answers, which wait in the memory.
      if (queue.isStuck()) {
        fail(NOT_READING);
        throw new Error(NOT_READING);
      }
      try {
        await queue.write(`${JSON.stringify(message)}\n`);
      } catch (error) {
        await lastWords();
        // A caller that learns of the failure finds the connection closed, and may open another.
        await transport.close();
        throw error;
      }
    },
    async close() {
      await (ending ??= end());
    },
  };
  const end = async (): Promise<void> => {
    const ended = child;
    child = null;
    clearInterval(watch);
    if (ended === null) return closed();
    const exited = new Promise<void>((resolve) => {
      if (ended.exitCode !== null || ended.signalCode !== null) resolve();
      else ended.once("exit", () => resolve());
    });
    queue?.end();
    await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, STOP_GRACE_MS).unref())]);
    await family?.kill();
    for (const stream of [ended.stdin, ended.stdout, ended.stderr]) stream.destroy();
    await group?.remove();
    closed();
  };
  return transport;
}

/** A server that fails to start keeps failing, so its starts must not delay those of others. Windows has no such program. */
const LOW_PRIORITY = process.platform === "win32" ? [] : ["nice", "-n", "10"];

/** The time that a server that does not read may take to end, in milliseconds. */
const LAST_WORDS_MS = 2_000;

/** The end of the standard error, which says why a server did not start. */
const WRITTEN_KEPT_CHARACTERS = 2_000;

function endText(code: number | null, signal: NodeJS.Signals | null, written: string): string {
  const ended = `The server ended (${signal ?? `exit code ${String(code)}`}).`;
  const words = lastWordsOf(written);
  return words === "" ? ended : `${ended} It wrote: ${words}`;
}

/** The line of the last words that names an error; the last line without one. */
function lastWordsOf(written: string): string {
  const lines = written
    .split("\n")
    .map((line) => line.replaceAll(/\p{C}/gu, "").trim())
    .filter((line) => line !== "");
  const line =
    lines.findLast((one) => /^(?:\w*(?:Error|Exception)\b|error|fatal)/iu.test(one)) ?? lines.at(-1) ?? "";
  return line.length > LAST_WORDS_CHARACTERS ? `${line.slice(0, LAST_WORDS_CHARACTERS)}…` : line;
}

const LAST_WORDS_CHARACTERS = 200;

function whyEnded(launch: ServerLaunch, written: string): string | null {
  const failure = launchFailure(launch, written);
  return failure === null ? null : new LaunchFailed(failure).message;
}

/** The system names the command whatever is missing. */
function toLaunchFailed(launch: ServerLaunch, error: Error): Error {
  const failure = launchFailure(launch, null);
  return failure === null ? error : new LaunchFailed(failure, { cause: error });
}

const NOT_READING = "The server does not read what it is sent, so its connection was closed.";

/** The reason that people and models read when a server sends too much at once. */
export const TOO_LONG = "The server sent a message of more than 10 MiB, so its connection was closed.";
