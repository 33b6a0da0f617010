import { defineTool, newRun } from "@goaltrace/core";
import { generalAgent } from "@goaltrace/core/agents";
import {
  createAllowAllPermission,
  createFixedEnvironments,
  createNoRedactor,
} from "@goaltrace/core/in-memory";
import { createModelDirectory } from "@goaltrace/core/model-directory";
import { createOneCallModel } from "@goaltrace/core/testing";
import { createToolSet } from "@goaltrace/core/tools";
import { executeClaimedTrace } from "@goaltrace/core/worker";
import type { Runtime as HostRuntime } from "@goaltrace/host";
import { z } from "zod";
import type { AccessWorld } from "./access-world.ts";

/** A run whose call prints what the test prints. */
type RunningShell = {
  readonly traceId: string;
  print(text: string): void;
  /** Ends the call; resolves when the run has ended. */
  exit(): Promise<void>;
};

/** Starts a run and returns it during a tool call whose output the test controls. `result` is what the call returns at its end. */
export async function startShell(
  world: AccessWorld,
  worker: HostRuntime,
  result = "done",
): Promise<RunningShell> {
  let exit: () => void = () => undefined;
  const exited = new Promise<void>((resolve) => (exit = resolve));
  let start: (output: (text: string) => void) => void = () => undefined;
  const started = new Promise<(text: string) => void>((resolve) => (start = resolve));
  const shell = defineTool({
    name: "shell",
    description: "Runs a command.",
    input: z.object({}),
    annotations: {},
    execute: async (_input, { output }) => {
      start(output);
      await exited;
      return { title: "exit code 0", output: result };
    },
  });
  const { ports, database } = worker;
  const model = createOneCallModel("shell");
  const scope = { workspaceId: world.slugs.ours, personId: world.person("member").id };
  const run = newRun(
    {
      scope,
      conversationId: null,
      text: "Build",
      agent: generalAgent,
      models: ["one-call"],
      projectFolder: null,
      origin: null,
    },
    { ...ports, redactor: createNoRedactor() },
  );
  await ports.traces.create(scope, run.trace, run.entries, run.blobs);
  const claimed = await ports.traces.claim({ owner: "test", leaseMs: 60_000, only: run.trace.id });
  if (claimed === undefined) throw new Error("The run could not be claimed.");
  const environments = createFixedEnvironments({
    models: createModelDirectory([async () => model]),
    tools: createToolSet([shell]),
    permission: createAllowAllPermission(),
    redactor: createNoRedactor(),
    sources: [],
    forbiddenFolders: [],
  });
  const ended = executeClaimedTrace({
    ...claimed,
    ports: { ...ports, environments },
    live: database.live,
    release: new AbortController().signal,
  });
  return {
    traceId: run.trace.id,
    print: await started,
    exit: async () => {
      exit();
      await ended;
    },
  };
}
