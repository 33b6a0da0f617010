import { parseJson } from "@goaltrace/core/parse-json";
import { z } from "zod";
import { handleMcp } from "../mcp/handle-mcp.ts";
import type { Runtime } from "../runtime.ts";
import { ORIGIN } from "./access-world.ts";

/** The eras of the protocol: with the revision of each that the tests speak. */
export const ERAS = { modern: "2026-07-28", legacy: "2025-11-25" } as const;
export type Era = keyof typeof ERAS;

const ANSWER = z.object({
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
});
/** An answer over HTTP: its status and headers, and the JSON-RPC message. */
export type McpAnswer = z.output<typeof ANSWER> & { readonly status: number; readonly headers: Headers };

const RESULT = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.array(z.object({ type: z.string(), text: z.string() })),
});
const FAILURE = z.object({ error: z.object({ code: z.string(), message: z.string(), fix: z.string() }) });

/** The outcome of a call of a tool: its value, or the code and the remedy of its failure. */
export type McpCall = {
  readonly value: Readonly<Record<string, unknown>> | null;
  readonly failure: z.output<typeof FAILURE>["error"] | null;
};

/** A client of our MCP server without a connection: each message is one HTTP request. */
export type McpTestClient = {
  readonly send: (method: string, params: object, options?: SendOptions) => Promise<McpAnswer>;
  readonly call: (tool: string, given: object) => Promise<McpCall>;
  /** Returns the messages of a stream, once it has ended. */
  readonly stream: (method: string, params: object) => Promise<readonly unknown[]>;
};

type SendOptions = { readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

/** Creates a client with an API key; null for one without. */
export function createMcpTestClient(
  runtime: Runtime,
  key: string | null,
  era: Era = "modern",
): McpTestClient {
  const exchange = async (
    method: string,
    params: object,
    { headers = {}, body }: SendOptions = {},
  ): Promise<Response> => {
    const request = new Request(`${ORIGIN}/api/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": ERAS[era],
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(era === "modern" ? modernHeaders(method, params) : {}),
        ...headers,
      },
      body: body ?? JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: withMeta(params, era) }),
    });
    return await handleMcp(request, runtime);
  };
  const send: McpTestClient["send"] = async (method, params, options) => {
    const response = await exchange(method, params, options);
    const answer = ANSWER.parse(parseJson(withoutFrame(await readText(response))));
    return { ...answer, status: response.status, headers: response.headers };
  };
  return {
    send,
    stream: async (method, params) => {
      const text = await readText(await exchange(method, params));
      return [...text.matchAll(/^data: (.*)$/gmu)].map(([, json = ""]) => parseJson(json));
    },
    call: async (tool, given) => {
      const { result, error } = await send("tools/call", { name: tool, arguments: given });
      if (error !== undefined) throw new Error(`${tool}: ${error.message}`);
      const { isError, structuredContent, content } = RESULT.parse(result);
      if (isError !== true) return { value: structuredContent ?? null, failure: null };
      return { value: null, failure: FAILURE.parse(parseJson(content[0]?.text ?? "")).error };
    },
  };
}

/** The same request in the header and the body: servers of this era compare them. */
function modernHeaders(method: string, params: object): Readonly<Record<string, string>> {
  return { "mcp-method": method, ...("name" in params ? { "mcp-name": String(params.name) } : {}) };
}

function withMeta(params: object, era: Era): object {
  if (era === "legacy") return params;
  const prefix = "io.modelcontextprotocol";
  const client = {
    [`${prefix}/clientInfo`]: { name: "test", version: "1" },
    [`${prefix}/clientCapabilities`]: {},
  };
  return { ...params, _meta: { [`${prefix}/protocolVersion`]: ERAS.modern, ...client } };
}

async function readText({ body }: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const piece of body ?? []) text += decoder.decode(piece, { stream: true });
  return text;
}

/** Older clients get the answer as one event of a stream. */
function withoutFrame(text: string): string {
  return text.startsWith("event:") ? (/^data: (.*)$/m.exec(text)?.[1] ?? "") : text;
}
