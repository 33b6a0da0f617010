import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import type { ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Runtime } from "../runtime.ts";

/** The rights of programs over MCP, which are scopes of API keys. `decide` is apart from `run`, so that a model that starts runs approves none of their calls. */
export const MCP_RIGHTS = ["read", "run", "decide"] as const;
export type McpRight = (typeof MCP_RIGHTS)[number];

/** The program behind a connection: whose data it reads and writes, through which key, and with which rights. */
export type McpCaller = {
  readonly scope: Scope;
  /** The API key, which has limits of its own; null for a program that this machine's command line started. */
  readonly keyId: string | null;
  readonly rights: ReadonlySet<McpRight>;
};

/** The services of the tools: those of every program, filtered for requests by people. */
export type McpServices = Omit<Runtime, "database" | "ports" | "close">;

export type McpContext = McpCaller & {
  readonly services: McpServices;
  /** The trace that the client says its call belongs to; null for none. Our own runs always say it. */
  readonly callingTrace: string | null;
  /** Aborts when the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
};

/** One tool of our MCP server: the single source for its handling, its listing and its access tests. */
export type McpTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly right: McpRight;
  readonly annotations: ToolAnnotations;
  /** Refuses fields that it does not know, so that a misspelled one is named. */
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Validates the arguments, acts, and returns what `output` describes. Errors: INVALID_INPUT, and any of the handler. */
  readonly call: (context: McpContext, given: unknown) => Promise<Readonly<Record<string, unknown>>>;
};

type Definition<Input extends z.ZodRawShape, Output extends z.ZodRawShape> = Omit<
  McpTool,
  "input" | "output" | "call"
> & {
  readonly input: Input;
  readonly output: Output;
  readonly handle: (
    context: McpContext,
    input: z.output<z.ZodObject<Input>>,
  ) => Promise<z.input<z.ZodObject<Output>>>;
};

/** Hints for tools that only read. */
export const READS: ToolAnnotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };

/** Creates a tool whose handler receives only validated input. */
export function defineMcpTool<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
  definition: Definition<Input, Output>,
): McpTool {
  const { handle, ...rest } = definition;
  const input = z.strictObject(definition.input);
  const output = z.object(definition.output);
  return {
    ...rest,
    input,
    output,
    call: async (context, given) => {
      const read = input.safeParse(given);
      if (!read.success) throw invalidArguments(definition.name, read.error);
      return output.parse(await handle(context, read.data));
    },
  };
}

function invalidArguments(tool: string, error: z.ZodError): GoaltraceError {
  const fields = error.issues.map(({ path, message }) => `${path.join(".") || "arguments"}: ${message}`);
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: fields.join("; ").slice(0, 500),
    fix: `Correct these arguments; the input schema of ${tool} describes them.`,
  });
}
