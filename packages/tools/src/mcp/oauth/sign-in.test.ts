import { afterEach, expect, it } from "vitest";
import { createAddressGuard } from "../../web/address-guard.ts";
import { connectServer, type ServerConnection, type ServerRoute } from "../connect-server.ts";
import { createGuardedFetch } from "../guarded-fetch.ts";
import { startProtectedServer } from "../testing/protected-server.ts";
import { resultOf } from "../testing/result-of.ts";
import { createMemoryCredentials } from "./memory-credentials.ts";
import { signInState } from "./oauth-record.ts";
import { asSignInNeeded } from "./sign-in-needed.ts";
import { finishSignIn, SignInFailed, startSignIn } from "./sign-in.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(options?: Parameters<typeof startProtectedServer>[0]) {
  const server = await startProtectedServer(options);
  closing.push(server.close);
  const fetch = createGuardedFetch(createAddressGuard({ privateHosts: new Set([server.host]) }));
  const credentials = createMemoryCredentials();
  const metadataUrl = "https://goals.example/api/mcp/client-metadata";
  const client = { redirectUrl: "http://localhost:3000/api/mcp/signed-in", metadataUrl, registered: null };
  const target = { url: server.url, fetch, auth: { credentials, client } };
  const route: ServerRoute = {
    ...{ kind: "http", fetch, auth: target.auth },
    settings: { kind: "http", url: server.url, headers: {}, oauth: null },
  };
  const nothing = (): void => undefined;
  const connect = async (): Promise<ServerConnection> => {
    const events = { onLog: nothing, onToolsChanged: nothing, onClosed: nothing };
    const connection = await connectServer(route, events, AbortSignal.timeout(120_000));
    closing.unshift(connection.close);
    return connection;
  };
  /** Opens the address of a sign-in as a browser does, and returns where it ends. */
  const browse = async (state: string): Promise<URLSearchParams> => {
    const response = await fetch(await startSignIn(target, state));
    return new URL(response.headers.get("location") ?? "").searchParams;
  };
  const look = async (connection: ServerConnection): Promise<unknown> =>
    resultOf(
      await connection.call({
        ...{ tool: "look", arguments: {}, signal: AbortSignal.timeout(120_000), traceparent: null },
        ...{ input: null, onProgress: nothing },
      }),
    ).content;
  const state = async () => signInState(await credentials.read());
  return { server, target, connect, browse, look, state, credentials };
}
const SEEN = [{ type: "text", text: "seen" }];

it("asks for a sign-in, and works afterward", async () => {
  const { connect, browse, target, look, state, server } = await open();
  await expect(connect()).rejects.toSatisfy((thrown) => asSignInNeeded(thrown) !== null);
  expect(await state()).toBe("needed");
  await finishSignIn(target, await browse("s1"));
  expect(await state()).toBe("signed_in");
  expect(await look(await connect())).toEqual(SEEN);
  expect(server.scopes).toEqual(["look"]);
  expect(server.asked.get("/register")).toBe(1);
});

it("refreshes a token once for all calls that need it", async () => {
  const { connect, browse, target, look, server } = await open();
  await finishSignIn(target, await browse("s1"));
  const connection = await connect();
  const before = server.asked.get("/token") ?? 0;
  server.expire();
  // A refresh token that is used twice ends the session.
  const seen = await Promise.all([1, 2, 3, 4].map(async () => await look(connection)));
  expect(seen).toEqual([SEEN, SEEN, SEEN, SEEN]);
  expect(server.asked.get("/token")).toBe(before + 1);
});

it("uses the metadata document instead of registering, where the server takes it", async () => {
  const { browse, target, server } = await open({ takesMetadataDocuments: true });
  await finishSignIn(target, await browse("s1"));
  expect(server.asked.has("/register")).toBe(false);
});

it("sends no code to a server that answers in the name of another issuer", async () => {
  const { browse, target, server, state } = await open();
  server.lie();
  const returned = await browse("s1");
  await expect(finishSignIn(target, returned)).rejects.toThrow(/another authorization server/u);
  expect(server.asked.has("/token")).toBe(false);
  expect(await state()).toBe("none");
});

it("ends a sign-in only with its own state, and only once", async () => {
  const { browse, target, server } = await open();
  const returned = await browse("s1");
  const foreign = new URLSearchParams(returned);
  foreign.set("state", "s2");
  await expect(finishSignIn(target, foreign)).rejects.toBeInstanceOf(SignInFailed);
  expect(server.asked.has("/token")).toBe(false);
  await finishSignIn(target, returned);
  await expect(finishSignIn(target, returned)).rejects.toBeInstanceOf(SignInFailed);
  expect(server.asked.get("/token")).toBe(1);
});

it("asks for more when a call needs more, and keeps what was granted", async () => {
  const { connect, browse, target, look, server, state } = await open();
  await expect(connect()).rejects.toThrow();
  await finishSignIn(target, await browse("s1"));
  await expect(connect().then(look)).resolves.toEqual(SEEN);
  server.needScope("write");
  const connection = await connect();
  await expect(look(connection)).rejects.toSatisfy((thrown) => asSignInNeeded(thrown) !== null);
  expect(await state()).toBe("needed");
  await finishSignIn(target, await browse("s2"));
  expect(server.scopes.at(-1)?.split(" ").toSorted()).toEqual(["look", "write"]);
  expect(await look(connection)).toEqual(SEEN);
});
