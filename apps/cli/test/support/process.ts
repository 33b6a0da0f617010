import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const CHECKOUT = fileURLToPath(new URL("../../../..", import.meta.url));
const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

export type Outcome = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** The variables of a child: those given, and of ours only what a program needs to start. */
export type Variables = Readonly<Record<string, string>>;

function start(words: readonly string[], variables: Variables): ChildProcess {
  const env = { PATH: process.env.PATH, HOME: variables.GOALTRACE_HOME, ...variables };
  return spawn(process.execPath, ["--import", "tsx", MAIN, ...words], {
    cwd: CHECKOUT,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

export type RunningCommand = {
  /** What it wrote so far. */
  stdout(): string;
  signal(name: NodeJS.Signals): void;
  readonly ended: Promise<Outcome>;
};

/** Starts `goaltrace` with these words. */
export function startCommand(words: readonly string[], variables: Variables): RunningCommand {
  const child = start(words, variables);
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (piece: string) => (stdout += piece));
  child.stderr?.setEncoding("utf8").on("data", (piece: string) => (stderr += piece));
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  return { stdout: () => stdout, signal: (name) => void child.kill(name), ended };
}

/** Runs `goaltrace` with these words to its end. */
export async function goaltrace(words: readonly string[], variables: Variables): Promise<Outcome> {
  return await startCommand(words, variables).ended;
}

export type WorkerProcess = {
  /** What it wrote so far. */
  readonly log: () => string;
  readonly pid: number;
  hasEnded(): boolean;
  /** kill -9 and wait for the end. */
  kill(): Promise<void>;
};

/** Worker processes of a test, all killed at its end. */
export type WorkerProcesses = {
  /** All that were started, the dead ones included. */
  readonly all: readonly WorkerProcess[];
  add(variables: Variables): Promise<WorkerProcess>;
  killAll(): Promise<void>;
};

export function createWorkerProcesses(): WorkerProcesses {
  const all: WorkerProcess[] = [];
  return {
    all,
    add: async (variables) => {
      const worker = await startWorkerProcess(variables);
      all.push(worker);
      return worker;
    },
    killAll: async () => {
      await Promise.all(all.map(async (worker) => await worker.kill()));
    },
  };
}

/** Starts `goaltrace worker`; resolves when it is ready for runs. Throws with its output when it ends before. */
export async function startWorkerProcess(variables: Variables): Promise<WorkerProcess> {
  const child = start(["worker"], variables);
  let log = "";
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const ready = new Promise<void>((resolve) => {
    const collect = (piece: string): void => {
      log += piece;
      if (log.includes("worker ready")) resolve();
    };
    child.stdout?.setEncoding("utf8").on("data", collect);
    child.stderr?.setEncoding("utf8").on("data", collect);
  });
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  await Promise.race([ready, ended]);
  if (hasEnded() || child.pid === undefined) throw new Error(`the worker ended: ${log}`);
  return {
    log: () => log,
    pid: child.pid,
    hasEnded,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
