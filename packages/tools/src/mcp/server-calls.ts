import type * as library from "@modelcontextprotocol/client";
import type {
  CallToolResult,
  Client,
  ElicitRequestParams,
  ElicitResult,
  Tool,
} from "@modelcontextprotocol/client";
import type { ServerCall } from "./connect-server.ts";
import {
  CALL_LIMIT_MS,
  CALL_MAX_MS,
  HELD_CALL_MAX_MS,
  INPUT_STATE_MAX_CHARACTERS,
  PROGRESS_MAX_CHARACTERS,
} from "./tunables.ts";

/** A question of a server to the person, as the protocol has it. */
export type InputRequest = ElicitRequestParams;

/** The answers to the questions of a call, by question, and the state that the server wants back with them. */
export type GivenInput = {
  readonly answers: Readonly<Record<string, ElicitResult>>;
  readonly state: string | null;
};

/** The answer to a call: its result, or questions to the person. A call that continues with their answers gives `state` back. */
export type CallAnswer =
  | { readonly kind: "result"; readonly result: CallToolResult }
  | {
      readonly kind: "input";
      readonly requests: Readonly<Record<string, InputRequest>>;
      readonly state: string | null;
    };

/** The call that waited for a person is gone, with its server or with this process. */
export class CallNotHeld extends Error {
  constructor() {
    super("The server no longer waits for this answer.");
  }
}

type Asked = { readonly params: InputRequest; readonly answer: (result: ElicitResult) => void };

/** A running call of an older server, which keeps it open while a person thinks. */
type OpenCall = {
  readonly result: Promise<CallToolResult>;
  readonly stop: AbortController;
  asked: Promise<Asked>;
  ask: (asked: Asked) => void;
  pending: Asked | null;
  limit: NodeJS.Timeout | undefined;
};

/** Begins the state of a call that an older server keeps open. */
const HELD = "goaltrace-held:";
/** The name of the only question of an older server. */
const ONLY = "elicitation";

/** The calls of one connection. */
export type ServerCalls = {
  call(this: void, call: ServerCall): Promise<CallAnswer>;
  /** Ends the calls that wait for a person. */
  close(this: void): void;
};

/**
 * Creates the calls. Servers of 2026 end a call with their questions, and get it again with the answers. Those before ask in the middle of a call: it
 * is held, and continues when its answer comes, unless the server or this process ended meanwhile. A question that could belong to several running calls
 * is canceled, because no one could say whose run it concerns.
 */
export function createServerCalls(
  { isInputRequiredResult }: Pick<typeof library, "isInputRequiredResult">,
  client: Client,
  {
    onNote,
    definitionOf,
  }: {
    readonly onNote: (text: string) => void;
    readonly definitionOf: (tool: string) => Tool | undefined;
  },
): ServerCalls {
  const active = new Set<OpenCall>();
  const held = new Map<string, OpenCall>();
  let count = 0;

  client.setRequestHandler("elicitation/create", async ({ params }) => {
    const [only, ...others] = active;
    // A second question must not get the answer to the first.
    if (only === undefined || others.length > 0 || only.pending !== null) {
      onNote(
        "A question of the server belongs to no call, or to one of several, or another waits, so it was canceled.",
      );
      return { action: "cancel" };
    }
    return await new Promise<ElicitResult>((answer) => {
      only.pending = { params, answer };
      only.ask(only.pending);
    });
  });

  const start = (call: ServerCall): OpenCall => {
    const stop = new AbortController();
    const restart = (): void => {
      clearTimeout(open.limit);
      open.limit = setTimeout(() => stop.abort(timedOut()), CALL_LIMIT_MS);
    };
    const { tool, traceparent, input, onProgress } = call;
    const definition = definitionOf(tool);
    const result = client.callTool(
      {
        name: tool,
        arguments: { ...call.arguments },
        ...(traceparent === null ? {} : { _meta: { traceparent } }),
        ...(input === null ? {} : { inputResponses: { ...input.answers } }),
        ...(input?.state == null ? {} : { requestState: input.state }),
      },
      {
        signal: stop.signal,
        timeout: HELD_CALL_MAX_MS + CALL_MAX_MS,
        allowInputRequired: true,
        // Without the schema of results, which questions would not match.
        ...(definition === undefined ? {} : { toolDefinition: { ...definition, outputSchema: undefined } }),
        onprogress: ({ progress, total, message }) => {
          if (open.pending === null) restart();
          const share = total === undefined ? String(progress) : `${String(progress)}/${String(total)}`;
          const text = message === undefined ? share : `${share} ${message}`;
          onProgress(`${text.slice(0, PROGRESS_MAX_CHARACTERS)}\n`);
        },
      },
    );
    // A call that is held and then forgotten must not end the process.
    result.catch(() => undefined);
    const open: OpenCall = {
      ...{ result, stop, ...nextQuestion(), pending: null, limit: undefined },
    };
    restart();
    return open;
  };

  /** Waits for the result of a call, its next question, or the end of its time. */
  const follow = async (open: OpenCall, call: ServerCall): Promise<CallAnswer> => {
    active.add(open);
    const abort = (): void => open.stop.abort(call.signal.reason);
    if (call.signal.aborted) abort();
    call.signal.addEventListener("abort", abort, { once: true });
    const longest = setTimeout(() => open.stop.abort(timedOut()), CALL_MAX_MS);
    try {
      const first = await Promise.race([
        open.result.then((result) => ({ kind: "result", result }) as const),
        open.asked.then((asked) => ({ kind: "asked", asked }) as const),
      ]);
      return first.kind === "asked" ? hold(open, first.asked) : toAnswer(first.result);
    } finally {
      active.delete(open);
      clearTimeout(longest);
      clearTimeout(open.limit);
      call.signal.removeEventListener("abort", abort);
    }
  };

  const hold = (open: OpenCall, { params }: Asked): CallAnswer => {
    const state = `${HELD}${String((count += 1))}`;
    held.set(state, open);
    open.limit = setTimeout(() => {
      held.delete(state);
      open.pending?.answer({ action: "cancel" });
      open.stop.abort(timedOut());
    }, HELD_CALL_MAX_MS).unref();
    return { kind: "input", requests: { [ONLY]: params }, state };
  };

  const toAnswer = (result: CallToolResult): CallAnswer => {
    if (!isInputRequiredResult(result)) return { kind: "result", result };
    const requests: Record<string, InputRequest> = {};
    for (const [id, request] of Object.entries(result.inputRequests ?? {})) {
      if (request.method !== "elicitation/create")
        throw new Error(`The server asked for ${request.method}, which this client does not offer.`);
      requests[id] = request.params;
    }
    const state = result.requestState ?? null;
    if (state !== null && state.length > INPUT_STATE_MAX_CHARACTERS)
      throw new Error("The server wanted too much kept while a person answers.");
    return { kind: "input", requests, state };
  };

  return {
    async call(call) {
      const { input } = call;
      if (input?.state?.startsWith(HELD) !== true) return await follow(start(call), call);
      const open = held.get(input.state);
      if (open?.pending == null) throw new CallNotHeld();
      held.delete(input.state);
      clearTimeout(open.limit);
      const { answer } = open.pending;
      open.pending = null;
      Object.assign(open, nextQuestion());
      const following = follow(open, call);
      answer(input.answers[ONLY] ?? { action: "cancel" });
      return await following;
    },
    close() {
      for (const open of held.values()) {
        clearTimeout(open.limit);
        open.stop.abort();
      }
      held.clear();
    },
  };
}

function nextQuestion(): Pick<OpenCall, "asked" | "ask"> {
  let ask: OpenCall["ask"] = () => undefined;
  const asked = new Promise<Asked>((resolve) => {
    ask = resolve;
  });
  return { asked, ask };
}

function timedOut(): Error {
  return new Error("The server did not answer in time.");
}
