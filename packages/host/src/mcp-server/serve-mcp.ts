import { createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer, type McpServerParts } from "./create-mcp-server.ts";

/**
 * Answers one HTTP request of a client of either era. Nothing is kept between requests, so any process may answer the next one. `body` is the
 * parsed JSON of a POST. The caller checks key, origin and sizes.
 */
export async function answerMcpRequest(
  request: Request,
  body: unknown,
  parts: McpServerParts & { readonly onError: (error: Error) => void },
): Promise<Response> {
  // `subscriptions/listen` is acknowledged and ends at once: the server announces no list that changes, so nothing would ever be sent.
  const handler = createMcpHandler(() => createMcpServer(parts), { onerror: parts.onError });
  return await handler.fetch(request, { parsedBody: body });
}

/** Serves one client on standard input and output. Resolves when the client has closed its end. */
export async function serveMcpOnStdio(
  parts: McpServerParts & { readonly onError: (error: Error) => void },
): Promise<void> {
  const connection = serveStdio(() => createMcpServer(parts), { onerror: parts.onError });
  await new Promise<void>((resolve) => {
    process.stdin.once("close", resolve);
    process.stdin.once("end", resolve);
  });
  await connection.close();
}
