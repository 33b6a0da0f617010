import { defineTool, newRun } from "@goaltrace/core";
import { generalAgent } from "@goaltrace/core/agents";
import {
  createAllowAllPermission,
  createFixedEnvironments,
  createNoRedactor,
  createSilentLogger,
} from "@goaltrace/core/in-memory";
import { createModelDirectory } from "@goaltrace/core/model-directory";
import {
  createKeyRedactor,
  createSystemClock,
  createSystemIds,
  createSystemRandom,
} from "@goaltrace/core/system";
import { createOneCallModel } from "@goaltrace/core/testing";
import { createTokenizer } from "@goaltrace/core/tokenizer";
import { createToolSet } from "@goaltrace/core/tools";
import { executeClaimedTrace } from "@goaltrace/core/worker";
import type { Clock } from "@goaltrace/core/ports";
import type { Database } from "@goaltrace/db";
import { builtInTools, createSandbox, nodeHash } from "@goaltrace/tools";
import { z } from "zod";
import type { OwnerPlace } from "../bench-owner.ts";

const LEASE_MS = 600_000;
/** Keys that a workspace may have; each piece of output is searched for them. */
const KEYS = ["model-key-0123456789abcdef", "mail-key-0123456789abcdef", "store-key-0123456789abcdef"];

/** A run during a call whose output the benchmark writes, executed by this process like a worker. */
export type ShellRun = {
  readonly traceId: string;
  /** Reports output as a tool does. */
  output(text: string): void;
  /** Ends the call; resolves when the run has ended. */
  exit(): Promise<void>;
};

/** A command line for a run to execute in the sandbox, in a folder, instead of output from the benchmark. It begins at `exit`. */
export type RealCommand = { readonly command: string; readonly folder: string };

export type ShellRunOptions = {
  /** @default output comes from the benchmark */
  readonly real?: RealCommand;
  /** @default none */
  readonly conversationId?: string | null;
  /** @default the time of the system */
  readonly clock?: Clock;
};

/** Starts a run; resolves when its tool is running. */
export async function startShellRun(
  database: Database,
  { scope }: OwnerPlace,
  { real, conversationId = null, clock = createSystemClock() }: ShellRunOptions = {},
): Promise<ShellRun> {
  const machine = { sandbox: createSandbox(), variables: { PATH: process.env["PATH"] } };
  const bash = builtInTools(machine).find(({ name }) => name === "bash_command");
  if (bash === undefined) throw new Error("there is no tool for commands");
  let exit: () => void = () => undefined;
  const exited = new Promise<void>((resolve) => (exit = resolve));
  let start: (output: (text: string) => void) => void = () => undefined;
  const started = new Promise<(text: string) => void>((resolve) => (start = resolve));
  const shell = defineTool({
    name: "shell",
    description: "Runs a command.",
    input: z.object({}),
    annotations: {},
    timeLimitMs: Number.POSITIVE_INFINITY,
    execute: async (_input, context) => {
      start(context.output);
      await exited;
      if (real !== undefined) return await bash.run({ command: real.command }, context);
      return { title: "exit code 0", output: "done" };
    },
  });
  const model = createOneCallModel("shell");
  const ports = {
    ...{ traces: database.traces, blobs: database.blobs, signals: database.signals },
    environments: createFixedEnvironments({
      models: createModelDirectory([async () => model]),
      tools: createToolSet([shell]),
      permission: createAllowAllPermission(),
      redactor: createKeyRedactor({ key: KEYS }),
      sources: [],
      forbiddenFolders: [],
    }),
    ...{ clock, ids: createSystemIds(clock), random: createSystemRandom(), hash: nodeHash },
    ...{ tokenizer: createTokenizer(), logger: createSilentLogger() },
  };
  const created = newRun(
    {
      ...{ scope, conversationId, text: "Build", agent: generalAgent, models: ["one-call"] },
      ...{ projectFolder: real?.folder ?? null, origin: null },
    },
    { ...ports, redactor: createNoRedactor() },
  );
  await ports.traces.create(scope, created.trace, created.entries, created.blobs);
  const claimed = await ports.traces.claim({ owner: "bench", leaseMs: LEASE_MS, only: created.trace.id });
  if (claimed === undefined) throw new Error("the run could not be claimed");
  const release = new AbortController().signal;
  const ended = executeClaimedTrace({ ...claimed, ports, live: database.live, release });
  return {
    traceId: created.trace.id,
    output: await Promise.race([
      started,
      ended.then((): never => {
        throw new Error("the run ended before its tool ran");
      }),
    ]),
    exit: async () => {
      exit();
      await ended;
    },
  };
}
