import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const CHECKOUT = fileURLToPath(new URL("../../../..", import.meta.url));
const PROGRAMS = process.env.GOALTRACE_TEST_PROGRAMS ?? "";

/** A program as the global setup bundled it, or `launcher`: the command line as it is installed, translated when it starts. */
export type Program = "goaltrace" | "short-lease-worker" | "launcher";

export type Outcome = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** The variables of a child: those given, and of ours only what a program needs to start. */
export type Variables = Readonly<Record<string, string>>;

const fileOf = (program: Program): string =>
  program === "launcher"
    ? path.join(CHECKOUT, "apps/cli/bin/goaltrace.mjs")
    : path.join(PROGRAMS, `${program}.mjs`);

function start(program: Program, words: readonly string[], variables: Variables): ChildProcess {
  const env = { PATH: process.env.PATH, HOME: variables.GOALTRACE_HOME, ...variables };
  return spawn(process.execPath, [fileOf(program), ...words], {
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
export function startCommand(
  words: readonly string[],
  variables: Variables,
  program: Program = "goaltrace",
): RunningCommand {
  const child = start(program, words, variables);
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
export async function goaltrace(
  words: readonly string[],
  variables: Variables,
  program?: Program,
): Promise<Outcome> {
  return await startCommand(words, variables, program).ended;
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

export function createWorkerProcesses(lease: WorkerLease): WorkerProcesses {
  const all: WorkerProcess[] = [];
  return {
    all,
    add: async (variables) => {
      const worker = await startWorkerProcess(variables, lease);
      all.push(worker);
      return worker;
    },
    killAll: async () => {
      await Promise.all(all.map(async (worker) => await worker.kill()));
    },
  };
}

/** `real`: `goaltrace worker` as it is. `short`: the same with a lease that is soon over, see `SHORT_LEASE`. */
export type WorkerLease = "real" | "short";

/** Starts a worker; resolves when it is ready for runs. Throws with its output when it ends before. */
export async function startWorkerProcess(
  variables: Variables,
  lease: WorkerLease = "real",
): Promise<WorkerProcess> {
  const child =
    lease === "real" ? start("goaltrace", ["worker"], variables) : start("short-lease-worker", [], variables);
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
