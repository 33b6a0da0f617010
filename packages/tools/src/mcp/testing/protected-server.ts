import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { parseJson } from "@goaltrace/core/parse-json";
import { z } from "zod";

type Protected = {
  /** The address of the MCP server. */
  readonly url: string;
  readonly host: string;
  /** How often each address of the authorization server was asked, by its path. */
  readonly asked: Map<string, number>;
  /** The scopes that sign-ins asked for. */
  readonly scopes: (string | null)[];
  /** Makes the newest access token invalid. */
  expire(): void;
  /** Makes the authorization server name another issuer than its own. */
  lie(): void;
  /** Makes calls need another scope. */
  needScope(scope: string): void;
  close(): Promise<void>;
};

const CLIENT = z.looseObject({});
const MESSAGE = z.object({
  id: z.union([z.number(), z.string()]).optional(),
  method: z.string(),
  params: z.object({ protocolVersion: z.string().optional() }).optional().default({}),
});

/**
 * Starts an MCP server of 2025 that needs a sign-in, with its authorization server beside it on the same port: metadata, registration, codes with
 * PKCE, and refresh tokens that work once: a second use ends the session, as real servers do.
 */
export async function startProtectedServer(
  options: { readonly takesMetadataDocuments?: boolean } = {},
): Promise<Protected> {
  const asked = new Map<string, number>();
  const scopes: (string | null)[] = [];
  const codes = new Map<string, string>();
  let count = 0;
  let access = "";
  let refresh = "";
  let granted: string | null = null;
  let needed: string | null = null;
  let isLying = false;
  let origin = "";

  const json = (response: ServerResponse, status: number, body: unknown): void => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };
  const refuse = (response: ServerResponse, status: number, challenge: string): void => {
    response.writeHead(status, { "www-authenticate": challenge }).end();
  };
  const tokens = (response: ServerResponse): void => {
    [access, refresh] = [`access-${String((count += 1))}`, `refresh-${String(count)}`];
    json(response, 200, {
      access_token: access,
      token_type: "Bearer",
      refresh_token: refresh,
      scope: granted ?? "",
    });
  };
  const token = (response: ServerResponse, form: URLSearchParams): void => {
    if (form.get("grant_type") === "refresh_token") {
      if (form.get("refresh_token") === refresh) return tokens(response);
      [access, refresh] = ["", ""];
      return json(response, 400, { error: "invalid_grant" });
    }
    const challenge = codes.get(form.get("code") ?? "");
    const verifier = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (challenge !== verifier) return json(response, 400, { error: "invalid_grant" });
    tokens(response);
  };
  const authorize = (response: ServerResponse, query: URLSearchParams): void => {
    const code = `code-${String((count += 1))}`;
    codes.set(code, query.get("code_challenge") ?? "");
    scopes.push((granted = query.get("scope")));
    const back = new URL(query.get("redirect_uri") ?? "");
    back.searchParams.set("code", code);
    back.searchParams.set("state", query.get("state") ?? "");
    back.searchParams.set("iss", isLying ? "https://evil.example" : origin);
    response.writeHead(302, { location: back.href }).end();
  };
  const call = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
    if (access === "" || request.headers.authorization !== `Bearer ${access}`)
      return refuse(response, 401, `Bearer ${metadata}, scope="look"`);
    const { id, method, params } = MESSAGE.parse(parseJson(body));
    if (id === undefined) return void response.writeHead(202).end();
    if (method === "tools/call" && needed !== null && !(granted ?? "").split(" ").includes(needed))
      return refuse(response, 403, `Bearer error="insufficient_scope", scope="${needed}", ${metadata}`);
    const results: Readonly<Record<string, object>> = {
      initialize: {
        ...{ protocolVersion: params.protocolVersion, capabilities: { tools: {} } },
        serverInfo: { name: "protected", version: "1" },
      },
      "tools/list": { tools: [{ name: "look", inputSchema: { type: "object" } }] },
      "tools/call": { content: [{ type: "text", text: "seen" }] },
    };
    const result = results[method];
    const answer = result === undefined ? { error: { code: -32601, message: "not found" } } : { result };
    json(response, 200, { jsonrpc: "2.0", id, ...answer });
  };

  const http = createServer((request, response) => {
    void readText(request).then((body) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", origin);
      asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
      switch (pathname) {
        case "/mcp":
          return request.method === "POST" ? call(request, response, body) : response.writeHead(405).end();
        case "/.well-known/oauth-protected-resource/mcp":
          return json(response, 200, { resource: `${origin}/mcp`, authorization_servers: [origin] });
        case "/.well-known/oauth-authorization-server":
          return json(response, 200, {
            ...{
              issuer: origin,
              authorization_endpoint: `${origin}/authorize`,
              token_endpoint: `${origin}/token`,
            },
            ...{ registration_endpoint: `${origin}/register`, response_types_supported: ["code"] },
            ...{
              code_challenge_methods_supported: ["S256"],
              token_endpoint_auth_methods_supported: ["none"],
            },
            authorization_response_iss_parameter_supported: true,
            client_id_metadata_document_supported: options.takesMetadataDocuments === true,
          });
        case "/register":
          return json(response, 201, { ...CLIENT.parse(parseJson(body)), client_id: "registered" });
        case "/authorize":
          return authorize(response, searchParams);
        case "/token":
          return token(response, new URLSearchParams(body));
        default:
          return response.writeHead(404).end();
      }
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const host = `127.0.0.1:${String(address.port)}`;
  origin = `http://${host}`;
  return {
    ...{ url: `${origin}/mcp`, host, asked, scopes },
    expire: () => void (access = `expired-${access}`),
    lie: () => void (isLying = true),
    needScope: (scope) => void (needed = scope),
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
