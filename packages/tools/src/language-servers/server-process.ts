import { spawn } from "node:child_process";
import { createLogTail } from "../mcp/log-tail.ts";
import { PROCESS_MARKER } from "../process/command-environment.ts";
import { createProcessFamily } from "../process/process-family.ts";
import { createProcessGroup, joining } from "../process/process-limit.ts";
import { MEMORY_MAX_BYTES, PROCESSES_MAX } from "../process/tunables.ts";
import { SERVER_LOG_CHARACTERS, SERVER_WATCH_MS, STOP_GRACE_MS } from "./tunables.ts";

/** A server to start: the program with its arguments, wrapped by the sandbox. */
export type ServerLaunch = {
  readonly argv: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly marker: string;
};

export type ServerProcess = {
  write(this: void, bytes: Buffer): void;
  /** Ends it and all that it started. */
  stop(this: void): Promise<void>;
};

export type ProcessHooks = {
  readonly onOutput: (chunk: Buffer) => void;
  /** Called once, when it is gone. `why` is a sentence. */
  readonly onEnd: (why: string) => void;
};

/** Starts a server in a process group of its own, with the limits of commands. Never rejects: a server that cannot start ends. */
export async function startServerProcess(
  { argv, folder, environment, marker }: ServerLaunch,
  { onOutput, onEnd }: ProcessHooks,
): Promise<ServerProcess> {
  const group = await createProcessGroup("lsp");
  const [file = "", ...rest] = joining(group, argv);
  const child = spawn(file, rest, {
    cwd: folder,
    // Where Next.js is compiled, its types require a variable that servers must not inherit.
    // eslint-disable-next-line local/no-restricted-syntax -- as above
    env: { ...environment, [PROCESS_MARKER]: marker } as unknown as NodeJS.ProcessEnv,
    detached: true,
    stdio: "pipe",
  });
  const { push, text: logged } = createLogTail(SERVER_LOG_CHARACTERS);
  let ended: string | null = null;
  const end = (why: string): void => {
    if (ended !== null) return;
    ended = why;
    clearInterval(watch);
    onEnd(why);
  };
  const family =
    child.pid === undefined ? null : createProcessFamily(child.pid, `${PROCESS_MARKER}=${marker}`, group);
  const remove = async (): Promise<void> => {
    await family?.kill();
    await group?.remove();
  };
  const look = async (): Promise<void> => {
    const seen = await family?.look();
    if (seen === undefined || (seen.memoryBytes <= MEMORY_MAX_BYTES && seen.count <= PROCESSES_MAX)) return;
    end("It used too much memory or too many processes.");
    await remove();
  };
  const watch = setInterval(() => void look(), SERVER_WATCH_MS).unref();
  child.stdout.on("data", onOutput);
  child.stderr.setEncoding("utf8").on("data", push);
  child.stdin.on("error", () => undefined);
  child.once("error", (error) => end(error.message));
  child.once("exit", (code, signal) => {
    const said = logged().trim().split("\n").at(-1) ?? "";
    end(`It ended (${signal ?? `exit code ${String(code)}`})${said === "" ? "." : `: ${said}`}`);
    void remove();
  });
  return {
    write: (bytes) => {
      if (ended === null) child.stdin.write(bytes);
    },
    stop: async () => {
      const exited = new Promise<void>((resolve) => {
        if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) resolve();
        else child.once("exit", () => resolve());
      });
      child.stdin.end();
      await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, STOP_GRACE_MS).unref())]);
      await remove();
      end("It was stopped.");
    },
  };
}
