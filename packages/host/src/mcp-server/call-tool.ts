import { type Failure, GoaltraceError } from "@goaltrace/core";
import { nearestName } from "@goaltrace/core/nearest-name";
import type { McpContext, McpRight, McpTool } from "./mcp-tool.ts";
import { MAX_RESULT_CHARACTERS } from "./tunables.ts";

/** The outcome of a call: what the tool returned as JSON, or why not. */
export type ToolAnswer =
  | { readonly kind: "result"; readonly value: Readonly<Record<string, unknown>>; readonly text: string }
  | { readonly kind: "failure"; readonly failure: Failure };

/**
 * Calls a tool by its name. Every failure is a value with a code and its remedy, because clients show thrown errors only as text.
 * `toFailure` decides what a caller may know of a thrown error.
 */
export async function callTool(
  tools: readonly McpTool[],
  request: { readonly name: string; readonly arguments: unknown },
  context: McpContext & { readonly toFailure: (thrown: unknown) => Failure },
): Promise<ToolAnswer> {
  try {
    const tool = tools.find(({ name }) => name === request.name);
    if (tool === undefined) throw unknownTool(request.name, tools);
    if (!context.rights.has(tool.right)) throw missingRight(tool);
    if (tool.right === "decide" && (await isOwnRun(context))) throw decidesForItself(tool);
    const value = await tool.call(context, request.arguments ?? {});
    const text = JSON.stringify(value);
    if (text.length > MAX_RESULT_CHARACTERS) throw tooLong(tool);
    return { kind: "result", value, text };
  } catch (thrown) {
    return { kind: "failure", failure: context.toFailure(thrown) };
  }
}

function unknownTool(name: string, tools: readonly McpTool[]): GoaltraceError {
  const names = tools.map((tool) => tool.name);
  const nearest = nearestName(name, names);
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `There is no tool "${name.slice(0, 100)}".`,
    fix: nearest === undefined ? `Use one of: ${names.join(", ")}.` : `Did you mean ${nearest}?`,
  });
}

const MISSING: Readonly<Record<McpRight, string>> = {
  read: "Use an API key with the read scope.",
  run: "Use an API key with the run scope, of a person who may start runs; on the command line, leave out --read-only.",
  decide:
    "A person decides in the inbox. A program that may decide in your name needs an API key with the decide scope, or --decide on the command line.",
};

function missingRight({ name, right }: McpTool): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_ALLOWED",
    message: `${name} needs the right "${right}", which this connection does not have.`,
    fix: MISSING[right],
  });
}

/** Returns whether the client is a run of this workspace, which must not decide what people are asked. */
async function isOwnRun({ services, scope, callingTrace }: McpContext): Promise<boolean> {
  return callingTrace !== null && (await services.stores.traces.get(scope, callingTrace)) !== undefined;
}

function decidesForItself({ name }: McpTool): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_ALLOWED",
    message: `${name} was called by a run of this workspace. Runs do not decide what people are asked.`,
    fix: "Leave the decision to a person: it waits in the inbox.",
  });
}

function tooLong({ name }: McpTool): GoaltraceError {
  return new GoaltraceError({
    code: "LIMIT_REACHED",
    message: `The result of ${name} is too long to send.`,
    fix: "Ask for fewer items with `limit`, or for a narrower part of the trace.",
  });
}
