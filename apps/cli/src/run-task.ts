import path from "node:path";
import { newRun } from "@goaltrace/core";
import type { Trace } from "@goaltrace/core/log";
import { BASIS } from "@goaltrace/core/agents";
import {
  availableTools,
  budgetOfRun,
  limitedAgent,
  readBudget,
  type Runtime,
  withStrategy,
} from "@goaltrace/host";
import { EXIT } from "./exit-codes.ts";
import { followRun } from "./follow-run.ts";
import { localScope } from "./local-scope.ts";
import { decideInTerminal } from "./decide-in-terminal.ts";
import { parseAllow, parseContext, parseMaxSteps, parseMode, parseTools } from "./run-options.ts";
import { runModels } from "./run-models.ts";
import { createHumanPrinter, createJsonPrinter } from "./print-update.ts";
import type { RunTerminal } from "./run-terminal.ts";
import { syncProfile } from "./sync-profile.ts";

/** The arguments of `goaltrace run`. */
export type RunArguments = {
  readonly task: string;
  readonly json?: boolean;
  readonly model?: string;
  readonly workspace?: string;
  readonly folder?: string;
  readonly "max-steps"?: string;
  /** The most that the run may use. */
  readonly budget?: string;
  readonly tools?: string;
  /** @default that of the agent */
  readonly strategy?: string;
  readonly mode?: string;
  /** @default "general" */
  readonly agent?: string;
  /** `NAME=VALUE`, once per occurrence of the option. */
  readonly context?: readonly string[];
  /** Calls that run without asking. */
  readonly allow?: readonly string[];
  /** Whether calls wait for people in the inbox where the terminal cannot ask. @default false */
  readonly wait?: boolean;
};

/**
 * Stores a run, executes it, prints its progress and returns the exit code. Errors: as `localScope`; MODEL_NOT_CONFIGURED; INVALID_INPUT.
 */
export async function runTask(runtime: Runtime, args: RunArguments, terminal: RunTerminal): Promise<number> {
  const { print, listenForInterrupts, ask } = terminal;
  const { database, ports } = runtime;
  const maxSteps = parseMaxSteps(args["max-steps"]);
  // An unreadable budget is reported before anything is stored.
  readBudget(args.budget ?? "");
  const mode = parseMode(args.mode) ?? "agent";
  const allow = parseAllow(args.allow ?? []);
  const context = parseContext(args.context ?? []);
  const scope = await localScope(runtime, args.workspace);
  await syncProfile(runtime, scope);
  const projectFolder = path.resolve(args.folder ?? process.cwd());
  const place = { workspaceId: scope.workspaceId, projectFolder };
  const agents = await runtime.readAgents(place);
  const name = args.agent ?? BASIS;
  const { agent: chosen, models: own } = limitedAgent(
    agents,
    { agent: name, maxSteps, tools: parseTools(args.tools) },
    await availableTools(runtime, agents, { ...place, agent: name, choosesTools: args.tools !== undefined }),
  );
  const agent = withStrategy(chosen, args.strategy);
  // A missing model is reported before anything is stored.
  const models = await runModels(runtime, scope.workspaceId, { requested: args.model, own });
  const budget = await budgetOfRun({ stores: database }, scope, { agent, texts: [args.budget] });
  const created = newRun(
    {
      scope,
      conversationId: null,
      text: args.task,
      agent,
      mode,
      context,
      models,
      budget,
      projectFolder,
      origin: null,
      permission: { approver: ask === null && args.wait !== true ? "nobody" : "people", allow },
      tags: ["cli"],
    },
    { ...ports, redactor: await runtime.getRedactor(scope.workspaceId) },
  );
  await database.traces.create(scope, created.trace, created.entries, created.blobs);
  const show = args.json === true ? createJsonPrinter(print) : createHumanPrinter(print);
  for (const entry of created.entries) show({ kind: "entry", entry });
  let isAsking = ask !== null;
  const decide = async (): Promise<void> => {
    if (ask !== null && isAsking) isAsking = await decideInTerminal(runtime, created.trace, { ask, print });
  };
  await followRun(runtime, created.trace, { show, listenForInterrupts, decide });
  return exitCode(await database.traces.get(scope, created.trace.id));
}

function exitCode(trace: Trace | undefined): number {
  if (trace?.status === "completed") return EXIT.completed;
  return trace?.failure?.code === "MODEL_NOT_CONFIGURED" ? EXIT.noModel : EXIT.failed;
}
