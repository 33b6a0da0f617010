import path from "node:path";
import { newRun } from "@goaltrace/core";
import type { Trace, Update } from "@goaltrace/core/log";
import { limitedAgent, type Runtime } from "@goaltrace/host";
import { EXIT } from "./exit-codes.ts";
import { followRun } from "./follow-run.ts";
import type { ListenForInterrupts } from "./listen-for-interrupts.ts";
import { localScope } from "./local-scope.ts";
import { parseContext, parseMaxSteps, parseMode, parseTools } from "./run-options.ts";
import { runModels } from "./run-models.ts";
import { createHumanPrinter, type Print, printJson } from "./print-update.ts";

/** The arguments of `goaltrace run`. */
export type RunArguments = {
  readonly task: string;
  readonly json?: boolean;
  readonly model?: string;
  readonly workspace?: string;
  readonly folder?: string;
  readonly "max-steps"?: string;
  readonly tools?: string;
  readonly mode?: string;
  /** `NAME=VALUE`, once per occurrence of the option. */
  readonly context?: readonly string[];
};

/**
 * Stores a run, executes it, prints its progress and returns the exit code. Errors: as `localScope`; MODEL_NOT_CONFIGURED; INVALID_INPUT.
 */
export async function runTask(
  runtime: Runtime,
  args: RunArguments,
  terminal: { readonly print: Print; readonly listenForInterrupts: ListenForInterrupts },
): Promise<number> {
  const { print, listenForInterrupts } = terminal;
  const { database, ports } = runtime;
  const maxSteps = parseMaxSteps(args["max-steps"]);
  const agent = limitedAgent({ maxSteps, tools: parseTools(args.tools) }, runtime.tools);
  const mode = parseMode(args.mode) ?? "agent";
  const context = parseContext(args.context ?? []);
  const scope = await localScope(database, ports.ids, args.workspace);
  // A missing model is reported before anything is stored.
  const models = await runModels(runtime, scope.workspaceId, args.model);
  const created = newRun(
    {
      scope,
      conversationId: null,
      text: args.task,
      agent,
      mode,
      context,
      models,
      projectFolder: path.resolve(args.folder ?? process.cwd()),
      origin: null,
      tags: ["cli"],
    },
    { ...ports, redactor: await runtime.getRedactor(scope.workspaceId) },
  );
  await database.traces.create(scope, created.trace, created.entries, created.blobs);
  const show =
    args.json === true ? (update: Update): void => printJson(update, print) : createHumanPrinter(print);
  for (const entry of created.entries) show({ kind: "entry", entry });
  await followRun(runtime, created.trace, { show, listenForInterrupts });
  return exitCode(await database.traces.get(scope, created.trace.id));
}

function exitCode(trace: Trace | undefined): number {
  if (trace?.status === "completed") return EXIT.completed;
  return trace?.failure?.code === "MODEL_NOT_CONFIGURED" ? EXIT.noModel : EXIT.failed;
}
