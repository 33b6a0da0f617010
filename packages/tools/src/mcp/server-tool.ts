import { createHash } from "node:crypto";
import type { CallToolResult } from "@modelcontextprotocol/client";
import {
  defineTool,
  type Tool,
  type ToolAnnotations,
  type ToolContext,
  type ToolResult,
} from "@goaltrace/core";
import { CallAsks } from "@goaltrace/core/call-asks";
import { z } from "zod";
import { callAsking } from "./asked-call.ts";
import { readCallResult } from "./call-result.ts";
import type { ServerConnection } from "./connect-server.ts";
import { storeFiles } from "./content-blobs.ts";
import type { McpServer } from "./mcp-server.ts";
import { SignInNeeded } from "./oauth/sign-in-needed.ts";
import { CallNotHeld } from "./server-calls.ts";
import { definitionDigest, type McpToolDefinition } from "./tool-definition.ts";
import { FLOOD } from "./message-flow.ts";
import { TOO_LONG } from "./stdio-transport.ts";
import { CALL_MAX_MS, CALL_WAITS_FOR_START_MS, REASON_MAX_CHARACTERS } from "./tunables.ts";

/** A definition that a person has approved, and the name that its server had then. */
export type ApprovedTool = {
  readonly definition: McpToolDefinition;
  readonly digest: string;
  /** Milliseconds since the epoch. */
  readonly approvedAt: number;
  /** The name that the server reported about itself. */
  readonly reportedName: string;
};

export type ServerToolOptions = {
  /** The name under which models call it. */
  readonly name: string;
  /** The name of the server in this workspace. */
  readonly serverName: string;
  readonly approved: ApprovedTool;
  /** Whether the hints of the definition decide about permissions. */
  readonly trustsHints: boolean;
  readonly mask: (text: string) => string;
  /** Returns the server; asked at each call. */
  readonly server: () => McpServer;
};

/** The server checks its arguments itself: its schema is written by a stranger and may hold an expression that never ends. */
const ANY_OBJECT = z.record(z.string(), z.unknown());

/**
 * Creates a tool from an approved definition. The definition that models read is the approved one, whatever the server reports now; a call compares
 * both and refuses when they differ. Its result is untrusted, like all output of a foreign program.
 */
export function createServerTool(options: ServerToolOptions): Tool {
  const { name, serverName, approved, trustsHints, mask } = options;
  const { definition } = approved;
  const { description, title, inputSchema, annotations = {} } = definition;
  return defineTool({
    name,
    description:
      description?.trim() || title?.trim() || `The tool ${definition.name} of the server ${serverName}.`,
    input: ANY_OBJECT,
    schema: { ...inputSchema, type: "object" },
    annotations: trustsHints ? hintsOf(annotations) : { openWorldHint: true },
    trust: "untrusted",
    timeLimitMs: CALL_MAX_MS + CALL_WAITS_FOR_START_MS,
    execute: async (input, context) => {
      let connection: ServerConnection;
      try {
        connection = await options.server().ready(context.signal);
        // A change was approved that this process has not seen yet.
        if (changeOf(connection, approved) !== null) {
          await options.server().restart(approved.approvedAt);
          connection = await options.server().ready(context.signal);
        }
      } catch (thrown) {
        return failed(name, `The server "${serverName}" is not available: ${mask(messageOf(thrown))}`);
      }
      const changed = changeOf(connection, approved);
      if (changed !== null) {
        context.record({ type: "tools.changed", data: { source: serverName, ...changed.event(name) } });
        return failed(name, `${changed.text} An admin must approve it before it can be called again.`);
      }
      try {
        return await toResult(await callOnce(connection, { options, input, context }), {
          name,
          mask,
          context,
        });
      } catch (thrown) {
        if (thrown instanceof CallAsks) throw thrown;
        if (thrown instanceof SignInNeeded)
          return failed(name, `The server "${serverName}" is not available: ${thrown.message}`);
        return failed(name, `The server "${serverName}" did not answer: ${mask(messageOf(thrown))}`);
      }
    },
  });
}

type Execution = {
  readonly options: ServerToolOptions;
  readonly input: Readonly<Record<string, unknown>>;
  readonly context: ToolContext;
};

/** Calls the tool, and once more over a new connection if it broke and the call may be repeated. */
async function callOnce(connection: ServerConnection, execution: Execution): Promise<CallToolResult> {
  const { options, input, context } = execution;
  const { definition } = options.approved;
  const call = {
    tool: definition.name,
    arguments: input,
    signal: context.signal,
    traceparent: traceparent(context),
    onProgress: (text: string) => context.output(options.mask(text)),
  };
  const { readOnlyHint, idempotentHint } = hintsOf(definition.annotations ?? {});
  const isRepeatable = readOnlyHint === true || idempotentHint === true;
  const { serverName, mask } = options;
  const asking = { serverName, mask, context, isRepeatable };
  try {
    return await callAsking(connection, call, asking);
  } catch (thrown) {
    if (thrown instanceof CallAsks || thrown instanceof SignInNeeded) throw thrown;
    if (thrown instanceof CallNotHeld)
      throw new Error(`${thrown.message} The call may have taken effect.`, { cause: thrown });
    const { problem, state } = options.server().status();
    if (state === "ready" || context.signal.aborted) throw thrown;
    if (problem?.includes(TOO_LONG) === true)
      throw new Error(`${TOO_LONG} Ask for less at once.`, { cause: thrown });
    // It would do so again.
    if (problem?.includes(FLOOD) === true) throw new Error(FLOOD, { cause: thrown });
    if (!isRepeatable)
      throw new Error(`${problem ?? messageOf(thrown)} The call may have taken effect.`, { cause: thrown });
    const again = await readyAgain(options.server(), context.signal);
    if (changeOf(again, options.approved) !== null) throw thrown;
    try {
      return await callAsking(again, call, asking);
    } catch (second) {
      if (second instanceof CallAsks || second instanceof SignInNeeded) throw second;
      const after = options.server().status();
      // The error of a call whose connection closed says no more than that.
      throw after.state === "ready" || after.problem === null
        ? second
        : new Error(after.problem, { cause: second });
    }
  }
}

/** A server restarts after a moment and is not ready before that. */
async function readyAgain(server: McpServer, signal: AbortSignal): Promise<ServerConnection> {
  for (let tries = 0; ; tries += 1)
    try {
      return await server.ready(signal);
    } catch (thrown) {
      if (tries >= RESTART_LOOKS || signal.aborted) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, RESTART_LOOK_MS));
    }
}

/** A server that broke for the first time starts again after a second. */
const RESTART_LOOKS = 30;
const RESTART_LOOK_MS = 100;

async function toResult(
  result: CallToolResult,
  {
    name,
    mask,
    context,
  }: { readonly name: string; readonly mask: (text: string) => string; readonly context: ToolContext },
): Promise<ToolResult> {
  const { outcome, text, files } = readCallResult(result);
  const parts = await storeFiles(context, files);
  const output = mask(text);
  return { outcome, title: titleOf(output) || name, output, ...(parts.length === 0 ? {} : { parts }) };
}

/** The first line of a result without the marks of Markdown, for the row of its call. */
function titleOf(output: string): string {
  const [line = ""] = output.trimStart().split("\n", 1);
  return line.replace(/^[#>*\s-]+/u, "").slice(0, TITLE_CHARACTERS);
}

const TITLE_CHARACTERS = 80;

type Change = {
  readonly text: string;
  event(name: string): {
    readonly reason: "definition_changed" | "list_changed";
    readonly added: readonly string[];
    readonly removed: string[];
    readonly changed: { toolName: string; definitionDigest: string }[];
  };
};

/** Returns how the server differs from what was approved; null if it does not. */
function changeOf({ identity, tools }: ServerConnection, approved: ApprovedTool): Change | null {
  const live = tools().definitions.find(({ name }) => name === approved.definition.name);
  if (live === undefined)
    return {
      text: "The server does not offer this tool any more.",
      event: (name) => ({ reason: "list_changed", added: [], removed: [name], changed: [] }),
    };
  const digest = definitionDigest(live);
  if (digest === approved.digest && identity.name === approved.reportedName) return null;
  return {
    text:
      identity.name === approved.reportedName
        ? "The definition of this tool has changed since it was approved."
        : "Another server answers under this name than the one that was approved.",
    event: (name) => ({
      reason: "definition_changed",
      added: [],
      removed: [],
      changed: [{ toolName: name, definitionDigest: digest }],
    }),
  };
}

function hintsOf(annotations: Readonly<Record<string, unknown>>): ToolAnnotations {
  const names = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const { [name]: value } = annotations;
      return typeof value === "boolean" ? [[name, value] as const] : [];
    }),
  );
}

/** The position of the call in the trace, as W3C Trace Context writes it. Null for a trace with another id than a UUID. */
function traceparent({ traceId, toolCallId }: Pick<ToolContext, "traceId" | "toolCallId">): string | null {
  const trace = traceId.replaceAll("-", "").toLowerCase();
  if (!/^[0-9a-f]{32}$/u.test(trace) || /^0+$/u.test(trace)) return null;
  const span = createHash("sha256").update(toolCallId).digest("hex").slice(0, 16);
  return `00-${trace}-${span}-01`;
}

function failed(title: string, output: string): ToolResult {
  return { outcome: "error", title, output };
}

function messageOf(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return message.length <= REASON_MAX_CHARACTERS ? message : `${message.slice(0, REASON_MAX_CHARACTERS)}…`;
}
