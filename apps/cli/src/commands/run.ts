import path from "node:path";
import { GoaltraceError, generalAgent, newRun, type Trace, type Update } from "@goaltrace/core";
import { executeClaimed } from "@goaltrace/core/worker";
import { defineCommand } from "citty";
import { readEnvironment } from "../env.ts";
import { EXIT } from "../exit-codes.ts";
import { localScope } from "../local-scope.ts";
import { openDatabase } from "../open-database.ts";
import { printHuman, printJson } from "../print-update.ts";
import { openRuntime, type Runtime } from "../runtime.ts";
import { CLAIM_RETRY_MS } from "../tunables.ts";

const LEASE_MS = 8_000;

/** `goaltrace run "<task>"`: one run to its end, watched on standard output (O13). */
export const runCommand = defineCommand({
  meta: { name: "run", description: "Run a task to its end and print what happens" },
  args: {
    task: { type: "positional", description: "What the agent shall do", required: true },
    json: { type: "boolean", description: "Print one JSON line per log entry" },
    model: { type: "string", description: "Model reference; several, separated by commas, are fallbacks" },
    agent: { type: "string", description: "Agent by name", default: "general" },
    workspace: { type: "string", description: "Workspace by its short name" },
    folder: {
      type: "string",
      description: "Project folder for the file tools (default: the current folder)",
    },
    "max-steps": { type: "string", description: "Most model calls of this run" },
  },
  async run({ args }) {
    const environment = readEnvironment();
    if (args.agent !== generalAgent.name)
      throw new GoaltraceError({
        code: "NOT_FOUND",
        message: `There is no agent "${args.agent}".`,
        fix: `Use: ${generalAgent.name}.`,
      });
    const runtime = await openRuntime(environment, {
      databaseUrl: await openDatabase(environment),
      ascend: true,
    });
    try {
      process.exitCode = await runTask(runtime, args);
    } finally {
      await runtime.close();
    }
  },
});

type Arguments = {
  readonly task: string;
  readonly json?: boolean;
  readonly model?: string;
  readonly workspace?: string;
  readonly folder?: string;
  readonly "max-steps"?: string;
};

async function runTask(runtime: Runtime, args: Arguments): Promise<number> {
  const { database, ports } = runtime;
  const scope = await localScope(database, ports.ids, args.workspace);
  const models =
    args.model?.split(",").map((name) => name.trim()) ?? (await defaultModels(runtime, scope.workspaceId));
  const agent = { ...generalAgent, limits: { ...generalAgent.limits, maxSteps: stepsOf(args["max-steps"]) } };
  const created = newRun(
    {
      scope,
      conversationId: null,
      text: args.task,
      agent,
      models,
      projectFolder: path.resolve(args.folder ?? process.cwd()),
      origin: null,
      tags: ["cli"],
    },
    ports,
  );
  // A model that can't be had is told before anything is stored (R28).
  const first = await ports.models.resolve(scope.workspaceId, models[0] ?? "");
  if (!("attempt" in first)) throw new GoaltraceError(first);
  await database.traces.create(scope, created.trace, created.entries, created.blobs);
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const show = (update: Update): void =>
    args.json === true ? printJson(update, print) : printHuman(update, print);
  for (const entry of created.entries) show({ kind: "entry", entry });
  await execute(runtime, created.trace, show);
  const ended = await database.traces.get(scope, created.trace.id);
  return ended?.status === "completed"
    ? EXIT.completed
    : ended?.failure?.code === "MODEL_NOT_CONFIGURED"
      ? EXIT.noModel
      : EXIT.failed;
}

function stepsOf(text: string | undefined): number {
  if (text === undefined) return generalAgent.limits.maxSteps;
  const steps = Number(text);
  if (Number.isInteger(steps) && steps > 0) return steps;
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: `--max-steps must be a whole number above 0, not "${text}".`,
    fix: "Give a number, e.g. --max-steps 20.",
  });
}

/** Claims the run for this process, or follows it when a worker was quicker. Ctrl+C cancels it, a second one leaves it to be resumed. */
async function execute(runtime: Runtime, trace: Trace, show: (update: Update) => void): Promise<void> {
  const { database, ports } = runtime;
  const scope = { workspaceId: trace.workspaceId, personId: trace.personId };
  const release = new AbortController();
  const cancel = (): void => {
    process.once("SIGINT", () => release.abort());
    const signal = {
      id: ports.ids.next(),
      traceId: trace.id,
      kind: "cancel",
      personId: trace.personId,
      reason: "Ctrl+C",
      at: ports.clock.now(),
    } as const;
    void database.signals
      .insert(scope, signal)
      .then(() => database.live.publish({ kind: "signalled", traceId: trace.id }));
  };
  process.once("SIGINT", cancel);
  process.once("SIGTERM", cancel);
  let shown = trace.lastSequence;
  const showOnce = (update: Update): void => {
    if (update.kind === "entry") shown = update.entry.sequence;
    show(update);
  };
  for (;;) {
    const claimed = await database.traces.claim({
      owner: `cli-${process.pid}`,
      leaseMs: LEASE_MS,
      only: trace.id,
    });
    if (claimed !== undefined) {
      await executeClaimed({
        ...claimed,
        ports,
        live: database.live,
        release: release.signal,
        onUpdate: showOnce,
      });
      // A lease that was lost, as when the database was away for long, is no end: the run is claimed again, or followed.
      if (release.signal.aborted) return;
    }
    for (const entry of await database.traces.entries(scope, trace.id, { after: shown })) {
      shown = entry.sequence;
      show({ kind: "entry", entry });
    }
    const now = await database.traces.get(scope, trace.id);
    if (now === undefined || now.endedAt !== null || release.signal.aborted) return;
    await ports.clock.sleep(CLAIM_RETRY_MS);
  }
}

async function defaultModels(runtime: Runtime, workspaceId: string): Promise<readonly string[]> {
  if (runtime.environmentModels.length > 0)
    return runtime.environmentModels.map((model) => model.profile.reference);
  const chosen = await runtime.database.models.defaultReference({ workspaceId });
  return chosen === null ? [] : [chosen];
}
