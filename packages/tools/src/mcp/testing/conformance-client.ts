// Our client as the command of `@modelcontextprotocol/conformance`: its last argument is the address of the server, and the variables
// MCP_CONFORMANCE_SCENARIO and MCP_CONFORMANCE_CONTEXT name the scenario and its data. It connects, signs in when it must, calls every tool and
// accepts every question with its defaults.
import { randomUUID } from "node:crypto";
import { parseJson } from "@goaltrace/core/parse-json";
import { z } from "zod";
import { createAddressGuard } from "../../web/address-guard.ts";
import { connectServer, type ServerConnection, type ServerRoute } from "../connect-server.ts";
import { readAnswers } from "../elicitation.ts";
import { createGuardedFetch } from "../guarded-fetch.ts";
import { createMemoryCredentials } from "../oauth/memory-credentials.ts";
import { asSignInNeeded } from "../oauth/sign-in-needed.ts";
import { finishSignIn, startSignIn } from "../oauth/sign-in.ts";
import type { GivenInput } from "../server-calls.ts";

const CONTEXT = z.object({
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  toolCalls: z.array(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })).optional(),
});
/** A person who signs in again and again without success gives up. */
const SIGN_INS_MAX = 3;
const CONFORMANCE_METADATA = "https://conformance-test.local/client-metadata.json";

const url = process.argv.at(-1) ?? "";
// eslint-disable-next-line no-restricted-properties -- the suite passes its data in variables
const { MCP_CONFORMANCE_CONTEXT: contextText = "{}", MCP_CONFORMANCE_SCENARIO: scenario = "" } = process.env;
const context = CONTEXT.parse(parseJson(contextText));
const fetch = createGuardedFetch(
  createAddressGuard({ privateHosts: new Set(["localhost", "127.0.0.1", new URL(url).hostname]) }),
);
const { client_id: clientId, client_secret: clientSecret = "" } = context;
const auth = {
  credentials: createMemoryCredentials(),
  client: {
    redirectUrl: "http://localhost:3000/callback",
    metadataUrl: CONFORMANCE_METADATA,
    registered: clientId === undefined ? null : { clientId, clientSecret },
  },
};
const route: ServerRoute = {
  ...{ kind: "http", fetch, auth },
  settings: { kind: "http", url, headers: {}, oauth: null },
};
const events = {
  onLog: (text: string) => void process.stderr.write(text),
  onToolsChanged: () => undefined,
  onClosed: () => undefined,
};
let signIns = 0;

/** Acts, and once more after each sign-in that the server asks for. */
async function signedIn<Result>(act: () => Promise<Result>): Promise<Result> {
  for (;;)
    try {
      return await act();
    } catch (thrown) {
      if (asSignInNeeded(thrown) === null || (signIns += 1) > SIGN_INS_MAX) throw thrown;
      await signIn();
    }
}

/** Signs in as a person whose browser follows one redirect. */
async function signIn(): Promise<void> {
  const target = { url, fetch, auth };
  const address = await startSignIn(target, randomUUID());
  const response = await fetch(address);
  const location = response.headers.get("location");
  if (location === null) throw new Error(`the authorization server answered ${String(response.status)}`);
  await finishSignIn(target, new URL(location).searchParams);
}

async function callTool(
  connection: ServerConnection,
  tool: string,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  let given: GivenInput | null = null;
  for (;;) {
    const answer = await signedIn(
      async () =>
        await connection.call({
          ...{ tool, arguments: input, signal: AbortSignal.timeout(20_000), traceparent: null },
          ...{ input: given, onProgress: () => undefined },
        }),
    );
    if (answer.kind === "result") return;
    const read = readAnswers(answer.requests, "Use the defaults");
    if (read.kind === "unusable") throw new Error(read.problem);
    given = { answers: read.answers, state: answer.state };
  }
}

/** Arguments that a schema accepts. */
function argumentsFor(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const properties = z.record(z.string(), z.looseObject({})).catch({}).parse(schema["properties"]);
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type }]) => [
      name,
      type === "number" || type === "integer"
        ? 3
        : type === "boolean"
          ? true
          : type === "object"
            ? {}
            : "text",
    ]),
  );
}

const connection = await signedIn(
  async () => await connectServer(route, events, new AbortController().signal),
);
const { definitions } = connection.tools();
const focal = definitions.find(({ name }) => name !== "json_schema_echo");
const calls =
  context.toolCalls ??
  definitions.map(({ name, inputSchema }) => ({
    name,
    arguments: name === "json_schema_echo" ? { schema: focal?.inputSchema ?? {} } : argumentsFor(inputSchema),
  }));
// The server of this scenario lists tools, and has none.
const isListOnly = scenario === "json-schema-ref-no-deref";
for (const call of isListOnly ? [] : calls) await callTool(connection, call.name, call.arguments);
await connection.close();
