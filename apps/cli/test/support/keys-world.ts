import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createKey, OWNER, ownerPlace, type OwnerPlace } from "../../../../bench/bench-owner.ts";
import { startWebServers, type WebServers } from "../../../../bench/web-server.ts";
import { type MockModel, startMockModel } from "./mock-model.ts";
import { createWorkerProcesses, type Variables, type WorkerProcess } from "./process.ts";
import { openOwnWorld, until, type World } from "./world.ts";

const CHECKOUT = fileURLToPath(new URL("../../../..", import.meta.url));

type Answer = Parameters<typeof startMockModel>[0];

/** A whole server for a run over HTTP: web, worker, database, model and a site that pages are fetched from. */
export type KeysWorld = World & {
  readonly owner: OwnerPlace;
  readonly project: string;
  readonly model: MockModel;
  readonly worker: WorkerProcess;
  readonly serverVariables: Variables;
  /** The output of the web server so far. */
  webLog(): string;
  /** Calls REST with an API key that may do everything; `signedIn` the routes and procedures of a person. */
  api(address: string, body?: object): Promise<string>;
  signedIn(address: string, body?: object): Promise<string>;
  /** The events of a run, as they come over the wire, until it ends. */
  stream(traceId: string): Promise<string>;
};

/** Opens such a world. Its workspace asks no one. `variables` are those of both processes. */
export async function openKeysWorld(
  answer: Answer,
  { variables, privateHost }: { readonly variables: Variables; readonly privateHost: string },
): Promise<KeysWorld> {
  // Builds only what changed.
  if (process.env.NOBUILD === undefined)
    await promisify(execFile)(process.execPath, [path.join(CHECKOUT, "scripts/build.mjs")], {
      cwd: CHECKOUT,
    });
  const world = await openOwnWorld();
  const model = await startMockModel(answer);
  const project = path.join(world.folder, "project");
  await mkdir(project);
  const serverVariables = {
    ...world.variables(model.baseUrl),
    ...{ GOALTRACE_FOLDER_ROOTS: world.folder, GOALTRACE_WEB_PRIVATE_HOSTS: privateHost },
    ...variables,
  };
  let printed = "";
  const web = await startWebServers(
    {
      ...{ appFolder: CHECKOUT, databaseUrl: world.url, variables: serverVariables },
      onOutput: (piece) => (printed += piece),
    },
    1,
  );
  const owner = await ownerPlace(world.database);
  await world.database.permissions.setWorkspaceMode(owner.scope.workspaceId, "auto");
  const workers = createWorkerProcesses("real");
  const worker = await workers.add(serverVariables);
  const requests = await openRequests(web, world, owner);
  return {
    ...{ ...world, owner, project, model, worker, serverVariables, ...requests },
    webLog: () => printed,
    close: async () => {
      await workers.killAll();
      await web.stop();
      await model.close();
      await world.close();
    },
  };
}

async function openRequests(
  { bases: [base = ""] }: WebServers,
  { database }: World,
  { scope }: OwnerPlace,
): Promise<Pick<KeysWorld, "api" | "signedIn" | "stream">> {
  const [runKey, readKey] = [
    await createKey(database, scope, "run"),
    await createKey(database, scope, "read"),
  ];
  const signIn = await fetch(`${base}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: base },
    body: JSON.stringify(OWNER),
  });
  const cookie = signIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  const send = async (address: string, headers: Record<string, string>, body?: object): Promise<string> => {
    const response = await fetch(`${base}${address}`, {
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      headers: { "content-type": "application/json", origin: base, ...headers },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${address}: ${String(response.status)} ${text.slice(0, 500)}`);
    return text;
  };
  return {
    api: async (address, body) =>
      await send(address, { authorization: `Bearer ${body === undefined ? readKey : runKey}` }, body),
    signedIn: async (address, body) => await send(address, { cookie }, body),
    stream: async (traceId) => {
      const address = `/api/traces/${traceId}/events`;
      return await until("a complete stream", async () => {
        const text = await send(address, { authorization: `Bearer ${readKey}` });
        return text.includes("event: end") ? text : undefined;
      });
    },
  };
}

/** A site on this machine. Paths without a page are not found. */
export async function startSite(
  pages: Readonly<
    Record<string, { readonly status?: number; readonly type?: string; body(authorization: string): string }>
  >,
): Promise<{ readonly host: string; close(): void }> {
  const server: Server = createServer((request, response) => {
    const page = pages[request.url ?? ""];
    response.writeHead(page === undefined ? 404 : (page.status ?? 200), {
      "content-type": page?.type ?? "text/html",
    });
    response.end(page?.body(request.headers.authorization ?? "") ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the site has no port");
  return { host: `127.0.0.1:${String(address.port)}`, close: () => void server.close() };
}
