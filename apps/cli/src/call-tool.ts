import { readToolTrial, type Runtime, startToolTrial } from "@goaltrace/host";
import { decideInTerminal } from "./decide-in-terminal.ts";
import { EXIT } from "./exit-codes.ts";
import { followRun } from "./follow-run.ts";
import { localScope } from "./local-scope.ts";
import { createHumanPrinter, toPrintable } from "./print-update.ts";
import type { RunTerminal } from "./run-terminal.ts";
import { parseAllow, parseCallArguments } from "./run-options.ts";

/** The arguments of `goaltrace tools call`. */
export type ToolCallArguments = {
  readonly tool: string;
  /** The text of a JSON object. */
  readonly arguments: string;
  /** The absolute path of the project folder. */
  readonly folder: string;
  /** Rules of this call alone. */
  readonly allow: readonly string[];
  readonly workspace?: string | undefined;
  readonly json: boolean;
};

/**
 * Calls a tool in a separate run, prints its output while it comes and then its result, and returns the exit code. Errors: as `localScope`;
 * NOT_FOUND for an unknown tool; INVALID_INPUT for arguments that are not a JSON object.
 */
export async function callTool(
  runtime: Runtime,
  call: ToolCallArguments,
  terminal: RunTerminal,
): Promise<number> {
  const { print, listenForInterrupts, ask } = terminal;
  const argumentsText = JSON.stringify(parseCallArguments(call.arguments));
  const allow = parseAllow(call.allow);
  const scope = await localScope(runtime, call.workspace);
  const trace = await startToolTrial(runtime, scope, {
    ...{ tool: call.tool, arguments: argumentsText, folder: { ownPath: call.folder } },
    permission: { approver: ask === null ? "nobody" : "people", allow },
    isClaimedByCaller: true,
  });
  let isAsking = ask !== null;
  await followRun(runtime, trace, {
    show: call.json ? () => undefined : createHumanPrinter(print),
    listenForInterrupts,
    decide: async () => {
      if (ask !== null && isAsking) isAsking = await decideInTerminal(runtime, trace, { ask, print });
    },
  });
  const { result, failure } = await readToolTrial(runtime, scope, trace.id);
  if (call.json) print(JSON.stringify({ traceId: trace.id, result, failure }));
  else if (result !== null && result.output !== "") print(toPrintable(result.output));
  return result?.outcome === "ok" ? EXIT.completed : EXIT.failed;
}
