import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const CHECKOUT = fileURLToPath(new URL("../../../..", import.meta.url));
const PROGRAMS = process.env.GOALTRACE_TEST_PROGRAMS ?? "";

/** A program bundled by the global setup, or `launcher`: the installed command line, which transpiles on start. */
export type Program = "goaltrace" | "short-lease-worker" | "launcher";

export type Outcome = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Returns the environment of a child: the given variables, and from this process only those a program needs to start. */
export type Variables = Readonly<Record<string, string>>;

const programFile = (program: Program): string =>
  program === "launcher"
    ? path.join(CHECKOUT, "apps/cli/bin/goaltrace.mjs")
    : path.join(PROGRAMS, `${program}.cjs`);

const environmentOf = (variables: Variables): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: variables.GOALTRACE_HOME,
  ...variables,
});

/** Returns the command that runs `goaltrace` with these arguments, and its environment. */
export function commandLine(
  commandArguments: readonly string[],
  variables: Variables,
): { readonly command: readonly string[]; readonly env: NodeJS.ProcessEnv } {
  const command = [process.execPath, programFile("goaltrace"), ...commandArguments];
  return { command, env: environmentOf(variables) };
}

type Streams = {
  /** Standard input; empty by default. */
  readonly input?: string | undefined;
  /** The file descriptor of standard output. Default: a pipe, which is read. */
  readonly output?: number | undefined;
};

function start(
  program: Program,
  commandArguments: readonly string[],
  { variables, input, output }: { readonly variables: Variables } & Streams,
): ChildProcess {
  const env = environmentOf(variables);
  const child = spawn(process.execPath, [programFile(program), ...commandArguments], {
    cwd: CHECKOUT,
    env,
    stdio: [input === undefined ? "ignore" : "pipe", output ?? "pipe", "pipe"],
  });
  child.stdin?.end(input);
  return child;
}

export type RunningCommand = {
  /** The output so far. */
  stdout(): string;
  signal(name: NodeJS.Signals): void;
  /** Closes the reading end of its standard output. */
  closeOutput(): void;
  readonly ended: Promise<Outcome>;
};

/** Starts `goaltrace` with these arguments. */
export function startCommand(
  commandArguments: readonly string[],
  variables: Variables,
  { program = "goaltrace", ...streams }: { readonly program?: Program | undefined } & Streams = {},
): RunningCommand {
  const child = start(program, commandArguments, { variables, ...streams });
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (piece: string) => (stdout += piece));
  child.stderr?.setEncoding("utf8").on("data", (piece: string) => (stderr += piece));
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  return {
    stdout: () => stdout,
    signal: (name) => void child.kill(name),
    closeOutput: () => void child.stdout?.destroy(),
    ended,
  };
}

/** Runs `goaltrace` with these arguments and waits for its exit. */
export async function goaltrace(
  commandArguments: readonly string[],
  variables: Variables,
  program?: Program,
): Promise<Outcome> {
  return await startCommand(commandArguments, variables, { program }).ended;
}

export type WorkerProcess = {
  /** The output so far. */
  readonly log: () => string;
  readonly pid: number;
  hasEnded(): boolean;
  /** Kills with -9 and waits for the exit. */
  kill(): Promise<void>;
};

/** The worker processes of a test, all killed at its end. */
export type WorkerProcesses = {
  /** All started processes, including those that have exited. */
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

/** `real`: the normal `goaltrace worker`. `short`: the same with a short lease, see `SHORT_LEASE`. */
export type WorkerLease = "real" | "short";

/** Starts a worker; resolves when it is ready for runs. Throws with its output when it exits before. */
export async function startWorkerProcess(
  variables: Variables,
  lease: WorkerLease = "real",
): Promise<WorkerProcess> {
  const child =
    lease === "real"
      ? start("goaltrace", ["worker"], { variables })
      : start("short-lease-worker", [], { variables });
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
  if (hasEnded() || child.pid === undefined) throw new Error(`the worker exited: ${log}`);
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
