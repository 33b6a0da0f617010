import { randomBytes } from "node:crypto";
import { z } from "zod";
import { handleTrpc } from "../../apps/web/src/server/api/handle-trpc.ts";
import { appRouter } from "../../apps/web/src/server/api/root.ts";
import { exportTrace } from "../../apps/web/src/server/http/export-trace.ts";
import { exportTraces } from "../../apps/web/src/server/http/export-traces.ts";
import { handleAuth } from "../../apps/web/src/server/http/handle-auth.ts";
import { importTraces } from "../../apps/web/src/server/http/import-traces.ts";
import type { Endpoint } from "../../apps/web/src/server/rest/endpoint.ts";
import { ENDPOINTS } from "../../apps/web/src/server/rest/endpoints.ts";
import { handleRest } from "../../apps/web/src/server/rest/handle-rest.ts";
import { authEndpoints } from "../../apps/web/src/server/testing/auth-endpoints.ts";
import { ORIGIN, PASSWORD } from "../../apps/web/src/server/testing/access-world.ts";
import type { AttackInput } from "./attack-input.ts";
import type { AttackedWorld } from "./attacked-world.ts";
import { inputSchema, type Place, placesOf, valueOf } from "./hostile-value.ts";
import { placesOfJson, withText } from "./hostile-json.ts";

/** Procedures that remove what they name get an item that no other request needs. */
const TAKES_AWAY = /\.(remove|delete\w*|erase\w*|purge|leave|revoke|withdraw|setRole|changePassword)$/;

/** Returns every input of every tRPC procedure, and those of the protocol itself. */
export function trpcInputs(world: AttackedWorld): readonly AttackInput[] {
  const procedures = Object.entries<unknown>(appRouter._def.procedures);
  const inputs = procedures.flatMap(([name, procedure]) =>
    procedureInputs(world, name, procedure as Procedure),
  );
  const get = async (pathAndQuery: string): Promise<Response> =>
    handleTrpc(new Request(`${ORIGIN}/api/trpc/${pathAndQuery}`, { headers: world.session }));
  const mine = async (): Promise<Response> => get("workspaces.mine");
  return [
    ...inputs,
    {
      name: "trpc procedure",
      send: async (text) => get(toPathPart(text)),
      sendValid: mine,
    },
    {
      name: "trpc input",
      send: async (text) => get(`workspaces.mine?input=${toPathPart(text)}`),
      sendValid: mine,
    },
  ];
}

type Procedure = { readonly _def: { readonly type: string; readonly inputs: readonly z.ZodType[] } };

function procedureInputs(world: AttackedWorld, name: string, { _def }: Procedure): readonly AttackInput[] {
  const schemas = _def.inputs.map(inputSchema);
  const takesAway = TAKES_AWAY.test(name);
  const known = (property: string): unknown =>
    (takesAway ? world.disposable : world.kept)(property, name.split(".")[0] ?? "");
  const value = (index: number, at?: { readonly place: Place; readonly text: string }): object =>
    Object.assign(
      {},
      ...schemas.map((schema, other) => valueOf(schema, known, other === index ? at : undefined)),
    ) as object;
  const send = async (input: object): Promise<Response> => {
    const session = name.startsWith("account.") ? world.otherSession : world.session;
    const isWrite = _def.type === "mutation";
    const address = new URL(`${ORIGIN}/api/trpc/${name}`);
    const text = JSON.stringify({ json: input });
    if (!isWrite) address.searchParams.set("input", text);
    const headers = new Headers(session);
    headers.set("content-type", "application/json");
    if (_def.type === "subscription") headers.set("accept", "text/event-stream");
    return handleTrpc(
      new Request(address, { method: isWrite ? "POST" : "GET", headers, body: isWrite ? text : null }),
    );
  };
  const sendValid = async (): Promise<Response> => send(value(-1));
  return schemas.flatMap((schema, index) =>
    placesOf(schema).map((place) => ({
      name: `trpc ${name} ${place.name}`,
      send: async (text) => send(value(index, { place, text })),
      sendValid,
    })),
  );
}

/** Returns every input of every REST endpoint: paths, queries, bodies, whole bodies and the headers that are read. */
export function restInputs(world: AttackedWorld): readonly AttackInput[] {
  return ENDPOINTS.flatMap((endpoint) => endpointInputs(world, endpoint));
}

type RestParts = {
  readonly path?: unknown;
  readonly query?: unknown;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

function endpointInputs(world: AttackedWorld, endpoint: Endpoint): readonly AttackInput[] {
  const name = `rest ${endpoint.method} ${endpoint.address}`;
  const noun = endpoint.address.includes("traces") ? "traces" : "conversations";
  const known = (property: string): unknown =>
    (endpoint.method === "delete" ? world.disposable : world.kept)(property, noun);
  const schemas = {
    path: inputSchema(endpoint.path),
    query: inputSchema(endpoint.query),
    body: inputSchema(endpoint.body ?? z.object({})),
  };
  const valid = {
    path: valueOf(schemas.path, known),
    query: valueOf(schemas.query, known),
    body: JSON.stringify(valueOf(schemas.body, known)),
  };
  const send = async (parts: RestParts): Promise<Response> => {
    const { path, query, body, headers } = { ...valid, headers: {}, ...parts };
    const address = new URL(`${ORIGIN}/x`);
    for (const [property, value] of Object.entries(query as object))
      address.searchParams.set(property, String(value));
    const request = new Request(address, {
      method: endpoint.method.toUpperCase(),
      headers: { authorization: `Bearer ${world.key}`, ...headers },
      body: endpoint.body === null ? null : body,
    });
    const { runtime } = world.access;
    return handleRest(endpoint, request, { runtime, params: path as Record<string, string> });
  };
  const sendValid = async (): Promise<Response> => send({});
  const parts = (["path", "query", "body"] as const).flatMap((part) =>
    placesOf(schemas[part]).flatMap((place): readonly AttackInput[] =>
      Object.keys(schemas[part].properties ?? {}).length === 0
        ? []
        : [
            {
              name: `${name} ${part} ${place.name}`,
              send: async (text) => {
                const value = valueOf(schemas[part], known, { place, text });
                return send({ [part]: part === "body" ? JSON.stringify(value) : value });
              },
              sendValid,
            },
          ],
    ),
  );
  const headers = ["authorization", "last-event-id"].map((header) => ({
    name: `${name} ${header}`,
    send: (text: string) =>
      isHeaderValue(text)
        ? send({ headers: { [header]: header === "authorization" ? `Bearer ${text}` : text } })
        : null,
    sendValid,
  }));
  const whole = {
    name: `${name} (whole body)`,
    send: async (text: string) => send({ body: text }),
    sendValid,
  };
  return [...parts, ...headers, ...(endpoint.body === null ? [] : [whole])];
}

/** Returns the inputs of the other routes: exports, imports and sign-in. */
export function routeInputs(world: AttackedWorld): readonly AttackInput[] {
  return [...exchangeInputs(world), ...authInputs()];
}

function exchangeInputs(world: AttackedWorld): readonly AttackInput[] {
  const { session, file } = world;
  const [workspace, traceId] = [world.access.slugs.ours, String(world.kept("id", "traces"))];
  const read = async (path: { readonly workspace: string; readonly id: string }): Promise<Response> =>
    exportTrace(new Request(`${ORIGIN}/x`, { headers: session }), path);
  const readMany = async (ids: string, slug = workspace): Promise<Response> => {
    const body = new FormData();
    body.set("ids", ids);
    return exportTraces(new Request(`${ORIGIN}/x`, { method: "POST", headers: session, body }), {
      workspace: slug,
    });
  };
  const store = async (body: string, slug = workspace): Promise<Response> =>
    importTraces(new Request(`${ORIGIN}/x`, { method: "POST", headers: session, body }), {
      workspace: slug,
    });
  const sendValid = async (): Promise<Response> => store(file);
  const lines = file.trimEnd().split("\n");
  const fileInputs = lines.flatMap((line, index) =>
    placesOfJson(JSON.parse(line)).map((place) => ({
      name: `import line ${index + 1} ${place.join(".")}`,
      send: async (text: string) =>
        store(lines.with(index, JSON.stringify(withText(JSON.parse(line), place, text))).join("\n")),
      sendValid,
    })),
  );
  return [
    {
      name: "export workspace",
      send: async (text) => read({ workspace: text, id: traceId }),
      sendValid: async () => read({ workspace, id: traceId }),
    },
    {
      name: "export id",
      send: async (text) => read({ workspace, id: text }),
      sendValid: async () => read({ workspace, id: traceId }),
    },
    {
      name: "export form workspace",
      send: async (text) => readMany(traceId, text),
      sendValid: async () => readMany(traceId),
    },
    {
      name: "export form ids",
      send: async (text) => readMany(text),
      sendValid: async () => readMany(traceId),
    },
    { name: "import workspace", send: async (text) => store(file, text), sendValid },
    { name: "import (whole file)", send: async (text) => store(text), sendValid },
    ...fileInputs,
  ];
}

/** Returns every field, parameter and part of the path of the endpoints for sign-in and sessions. */
function authInputs(): readonly AttackInput[] {
  const known = (property: string): unknown =>
    ({ email: "nobody@example.com", password: PASSWORD })[property];
  return authEndpoints().flatMap(({ path, method, query, body }) => {
    const schemas = { query: inputSchema(query), body: inputSchema(body) };
    const valid = { query: valueOf(schemas.query, known), body: valueOf(schemas.body, known) };
    const send = async (parts: {
      readonly query?: unknown;
      readonly body?: unknown;
      readonly parameter?: string;
    }): Promise<Response> => {
      const used = { ...valid, ...parts };
      const parameter = toPathPart(parts.parameter ?? "google");
      const address = new URL(`${ORIGIN}/api/auth${path.replace(/:\w+/, () => parameter)}`);
      for (const [name, value] of Object.entries(used.query as object))
        address.searchParams.set(name, String(value));
      return handleAuth(
        new Request(address, {
          method,
          headers: {
            "content-type": "application/json",
            ...{
              host: "localhost:3000",
              origin: ORIGIN,
              "x-goaltrace-peer": `10.${randomBytes(3).join(".")}`,
            },
          },
          body: method === "GET" ? null : JSON.stringify(used.body),
        }),
      );
    };
    const sendValid = async (): Promise<Response> => send({});
    const name = `auth ${method} ${path}`;
    const fields = (["query", "body"] as const).flatMap((part) =>
      placesOf(schemas[part])
        .filter(() => Object.keys(schemas[part].properties ?? {}).length > 0)
        .map((place) => ({
          name: `${name} ${part} ${place.name}`,
          send: async (text: string) => send({ [part]: valueOf(schemas[part], known, { place, text }) }),
          sendValid,
        })),
    );
    const parameter = {
      name: `${name} path`,
      send: async (text: string) => send({ parameter: text }),
      sendValid,
    };
    return path.includes(":") ? [...fields, parameter] : fields;
  });
}

/** Escapes a text for an address. Half characters, which no address can carry, are replaced. */
function toPathPart(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** True for a text that HTTP allows in a header. */
function isHeaderValue(text: string): boolean {
  try {
    new Headers({ x: text });
    return true;
  } catch {
    return false;
  }
}
