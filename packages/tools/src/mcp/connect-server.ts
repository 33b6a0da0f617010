import type * as library from "@modelcontextprotocol/client";
import type { Client, Tool, Transport } from "@modelcontextprotocol/client";
import { parseJson } from "@goaltrace/core/parse-json";
import type { HttpFetch } from "./guarded-fetch.ts";
import type { ServerLaunch } from "./launch-server.ts";
import { acceptAnything } from "./accept-anything.ts";
import { createAuthProvider, needsMoreScope, type ServerAuth } from "./oauth/server-auth.ts";
import type { HttpSettings } from "./server-settings.ts";
import { countingFetch, createMessageFlow, FLOOD, type MessageFlow } from "./message-flow.ts";
import { createListMeter, type ListMeter } from "./list-meter.ts";
import { OWN_LINE } from "./own-lines.ts";
import { createStdioTransport } from "./stdio-transport.ts";
import { asSignInNeeded, SignInNeeded } from "./oauth/sign-in-needed.ts";
import { type CallAnswer, CallNotHeld, createServerCalls, type GivenInput } from "./server-calls.ts";
import { createResourceTool, type ResourceTool } from "./resource-tool.ts";
import { withResultType } from "./result-type.ts";
import { readDefinitions, type ReadDefinitions } from "./tool-definition.ts";
import {
  CONNECT_LIMIT_MS,
  LIST_MAX_BYTES,
  LIST_PAGES_MAX,
  LIST_SETTLE_MS,
  MESSAGE_MAX_BYTES,
  PROBE_LIMIT_MS,
} from "./tunables.ts";

/** How to reach a server. */
export type ServerRoute =
  | {
      readonly kind: "stdio";
      readonly launch: ServerLaunch;
      /** True if its last start failed. This one then runs at low priority, so that it takes no processor time from working servers. */
      readonly isRetry: boolean;
    }
  | {
      readonly kind: "http";
      readonly settings: HttpSettings;
      readonly fetch: HttpFetch;
      readonly auth: ServerAuth | null;
    };

/** The statements of a server about itself; empty texts where it says nothing. */
export type ServerIdentity = {
  readonly name: string;
  readonly version: string;
  readonly protocol: string;
};

/** One call of a tool, by the server's own name of it. */
export type ServerCall = {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly traceparent: string | null;
  /** Answers to questions of an earlier answer to this call; null the first time. */
  readonly input: GivenInput | null;
  onProgress(text: string): void;
};

/** An open connection. */
export type ServerConnection = {
  readonly identity: ServerIdentity;
  /** The list of its tools now. */
  tools(this: void): ReadDefinitions;
  /** Calls a tool. Rejects with `SignInNeeded`, with `CallNotHeld`, or with the reason of the server. */
  call(this: void, call: ServerCall): Promise<CallAnswer>;
  close(this: void): Promise<void>;
};

export type ConnectionEvents = {
  /** The server, or this machine, wrote something for people. */
  onLog(text: string): void;
  /** The list of tools has changed; `tools` has the new one. */
  onToolsChanged(): void;
  /** The connection is over. */
  onClosed(): void;
};

/**
 * Connects to a server of either era of the protocol and reads its tools: it is asked with `server/discover`, and one that does not know that, or
 * ends because of it, is connected as before. Rejects with the reason when that fails or takes longer than `CONNECT_LIMIT_MS`.
 */
export async function connectServer(
  route: ServerRoute,
  events: ConnectionEvents,
  signal: AbortSignal,
): Promise<ServerConnection> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_LIMIT_MS)]);
  const loaded = await import("@modelcontextprotocol/client");
  const open = async (way: ServerRoute, legacy: boolean): Promise<ServerConnection> =>
    await openConnection({ library: loaded, route: way, events, limit, legacy });
  try {
    return await open(route, false);
  } catch (thrown) {
    // Some older servers end at the first message that they do not know.
    const isOlder = route.kind === "stdio" && loaded.SdkError.isInstance(thrown);
    if (!isOlder || thrown.code !== loaded.SdkErrorCode.EraNegotiationFailed || limit.aborted) throw thrown;
    return await open(route, true);
  }
}

type Library = typeof library;

async function openConnection(options: {
  readonly library: Library;
  readonly route: ServerRoute;
  readonly events: ConnectionEvents;
  readonly limit: AbortSignal;
  readonly legacy: boolean;
}): Promise<ServerConnection> {
  const { library, route, events, limit, legacy } = options;
  const client = new library.Client(
    { name: "goaltrace", version: "0.1.0" },
    {
      // A form is answered with its defaults where the person leaves a field out; an address is only ever shown.
      capabilities: { elicitation: { form: { applyDefaults: true }, url: {} } },
      inputRequired: { autoFulfill: false },
      versionNegotiation: { mode: "auto", probe: { timeoutMs: PROBE_LIMIT_MS } },
      listMaxPages: LIST_PAGES_MAX,
      jsonSchemaValidator: acceptAnything,
      listChanged: {
        tools: { autoRefresh: false, debounceMs: LIST_SETTLE_MS, onChanged: () => void refresh() },
      },
    },
  );
  let read: ReadDefinitions = { definitions: [], problems: [] };
  let listed: readonly Tool[] = [];
  let resources: ResourceTool | null = null;
  let isOpen = false;
  const meter = createListMeter();
  const list = async (requestSignal?: AbortSignal): Promise<void> => {
    const tooLong = new AbortController();
    meter.start(() => tooLong.abort(new Error(LONG_LIST)));
    const signals = [tooLong.signal, ...(requestSignal === undefined ? [] : [requestSignal])];
    const { tools } = await client
      .listTools(undefined, { cacheMode: "refresh", signal: AbortSignal.any(signals) })
      .finally(meter.stop);
    listed = tools;
    resources = createResourceTool(client, tools);
    read = readDefinitions(resources === null ? tools : [resources.definition, ...tools]);
    for (const problem of read.problems) events.onLog(`[goaltrace] ${problem}\n`);
  };
  let reading = Promise.resolve();
  let isWaiting = false;
  /** Reads the list again after the read before: two at once would be measured as one, and the older could come last. */
  const refresh = async (): Promise<void> => {
    if (isWaiting) return;
    isWaiting = true;
    await reading;
    isWaiting = false;
    await (reading = readAgain());
  };
  const readAgain = async (): Promise<void> => {
    if (!isOpen) return;
    try {
      await list();
      events.onToolsChanged();
    } catch (thrown) {
      events.onLog(`[goaltrace] The list of tools could not be read: ${String(thrown)}\n`);
    }
  };
  client.onerror = ({ message }) => {
    // An older server that starts slowly answers after no one waits for that any more.
    if (!message.includes(PROBE_ID)) events.onLog(`${OWN_LINE} ${message.slice(0, 500)}\n`);
  };
  const calls = createServerCalls(library, client, {
    onNote: (text) => events.onLog(`${OWN_LINE} ${text}\n`),
    definitionOf: (name) => listed.find((tool) => tool.name === name),
  });
  const flow = createMessageFlow(() => {
    events.onLog(`${OWN_LINE} ${FLOOD}\n`);
    void transport.close();
  });
  const transport = withResultType(openTransport(library, route, { events, flow, meter }), {
    isModern: () => client.getProtocolEra() === "modern",
    // Lines of a process are counted as they are read, with or without a message in them.
    onMessage: route.kind === "http" ? flow.message : () => undefined,
  });
  try {
    await client.connect(transport, { signal: limit, ...(legacy ? { prior: { kind: "legacy" } } : {}) });
    await list(limit);
  } catch (thrown) {
    await transport.close().catch(() => undefined);
    throw await signInError(library, route, thrown);
  }
  isOpen = true;
  client.onclose = () => {
    isOpen = false;
    calls.close();
    events.onClosed();
  };
  return {
    identity: identityOf(client),
    tools: () => read,
    call: async (call) => {
      try {
        if (resources !== null && call.tool === resources.definition.name)
          return { kind: "result", result: await resources.call(client, call) };
        return await calls.call(call);
      } catch (caught) {
        const thrown = await signInError(library, route, caught);
        // Nothing else closes a connection over HTTP, and one that is lost answers no later call either.
        if (route.kind === "http" && !call.signal.aborted && isLost(library, thrown)) {
          events.onLog(`[goaltrace] The connection was lost: ${String(thrown).slice(0, 500)}\n`);
          await client.close();
        }
        throw thrown;
      }
    },
    close: async () => await client.close(),
  };
}

function openTransport(
  library: Library,
  route: ServerRoute,
  {
    events,
    flow,
    meter,
  }: { readonly events: ConnectionEvents; readonly flow: MessageFlow; readonly meter: ListMeter },
): Transport {
  if (route.kind === "stdio") {
    const transport = createStdioTransport(route.launch, {
      isRetry: route.isRetry,
      readMessage: (line) => {
        // Lines without a message cost as much.
        flow.message();
        const message = library.parseJSONRPCMessage(parseJson(line, { maxCharacters: MESSAGE_MAX_BYTES }));
        meter.received(message, line);
        return message;
      },
      onLog: events.onLog,
      onBytes: flow.bytes,
    });
    const { send } = transport;
    transport.send = async (message, options) => {
      meter.sent(message);
      await send(message, options);
    };
    return transport;
  }
  const { url, headers } = route.settings;
  return new library.StreamableHTTPClientTransport(new URL(url), {
    fetch: countingFetch(route.fetch, flow, meter.bytes),
    ...(route.auth === null ? {} : { authProvider: createAuthProvider(library, route.auth) }),
    requestInit: { headers: { ...headers } },
    redirectPolicy: "same-origin",
  });
}

function identityOf(client: Client): ServerIdentity {
  const { name = "", version = "" } = client.getServerVersion() ?? {};
  // As the database keeps it: an approval is compared with the name later.
  const text = (value: unknown): string =>
    typeof value === "string"
      ? value
          .slice(0, 200)
          .replaceAll("\0", "")
          .replace(/\p{Cs}/gu, "")
      : "";
  return { name: text(name), version: text(version), protocol: client.getNegotiatedProtocolVersion() ?? "" };
}

/** Returns the error that asks for a sign-in if one would help, and the given one otherwise. */
async function signInError(library: Library, route: ServerRoute, thrown: unknown): Promise<unknown> {
  const more =
    route.kind === "http" && route.auth !== null ? await needsMoreScope(library, route.auth, thrown) : null;
  return more ?? asSignInNeeded(thrown) ?? thrown;
}

/** Returns whether the server is out of reach, or no longer knows the session, as after its restart. Other errors are answers. */
function isLost({ ProtocolError, SdkError, SdkHttpError }: Library, thrown: unknown): boolean {
  if (thrown instanceof SignInNeeded || thrown instanceof CallNotHeld) return false;
  if (SdkHttpError.isInstance(thrown)) return thrown.status === HTTP_NOT_FOUND;
  return !ProtocolError.isInstance(thrown) && !SdkError.isInstance(thrown);
}

const LONG_LIST = `Its list of tools has more than ${String(LIST_MAX_BYTES / 1024 / 1024)} MiB.`;

/** Begins the ids of the first message, which asks for the era of the server. */
const PROBE_ID = "server-discover-probe";

/** The answer to a session that the server does not know. */
const HTTP_NOT_FOUND = 404;
