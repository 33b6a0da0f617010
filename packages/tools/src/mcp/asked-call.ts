import { CallAsks } from "@goaltrace/core/call-asks";
import type { ToolContext } from "@goaltrace/core";
import { parseJson } from "@goaltrace/core/parse-json";
import type { CallToolResult } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { ServerCall, ServerConnection } from "./connect-server.ts";
import { type InputRequests, readAnswers, toQuestion } from "./elicitation.ts";
import { CallNotHeld, type CallAnswer, type GivenInput } from "./server-calls.ts";
import { INPUT_ROUNDS_MAX } from "./tunables.ts";

/** The part of a call that stays in the log while a person thinks. `round` counts the questions in a row. */
const MEMO = z.object({
  requests: z.record(
    z.string(),
    z.looseObject({ mode: z.enum(["form", "url"]).optional(), message: z.string() }),
  ),
  state: z.string().nullable(),
  round: z.number(),
});

/** A call as its tool makes it; its answers come from the run. */
export type AskedCall = Omit<ServerCall, "input">;

export type AskOptions = {
  readonly serverName: string;
  readonly context: Pick<ToolContext, "answer">;
  readonly mask: (text: string) => string;
  /** Whether the call may be made again when the server has forgotten it. */
  readonly isRepeatable: boolean;
};

/**
 * Calls a tool. Questions of the server go to the person: the call stops with `CallAsks`, and continues with their answer when it is repeated. If the
 * server no longer waits for an answer, the answer is given when it asks the same again, provided that the call may be repeated.
 */
export async function callAsking(
  connection: ServerConnection,
  call: AskedCall,
  options: AskOptions,
): Promise<CallToolResult> {
  const memo = readMemo(options.context.answer?.memo);
  if (memo === null) return ask(await connection.call({ ...call, input: null }), options, 1);
  const { requests, state, round } = memo;
  const read = readAnswers(requests, options.context.answer?.text ?? null);
  if (read.kind === "unusable") throw question(requests, state, { ...options, round, problem: read.problem });
  const { answers } = read;
  const next = round + 1;
  try {
    return ask(await connection.call({ ...call, input: { answers, state } }), options, next);
  } catch (thrown) {
    if (!(thrown instanceof CallNotHeld) || !options.isRepeatable) throw thrown;
    return await callAgain(connection, call, { ...options, requests, answers, next });
  }
}

/** Makes the call again and answers the question that was answered before. */
async function callAgain(
  connection: ServerConnection,
  call: AskedCall,
  options: AskOptions & {
    readonly requests: InputRequests;
    readonly answers: GivenInput["answers"];
    readonly next: number;
  },
): Promise<CallToolResult> {
  const first = await connection.call({ ...call, input: null });
  const isSame =
    first.kind === "input" && JSON.stringify(first.requests) === JSON.stringify(options.requests);
  if (!isSame) return ask(first, options, options.next);
  const input = { answers: options.answers, state: first.state };
  return ask(await connection.call({ ...call, input }), options, options.next);
}

function ask(answer: CallAnswer, options: AskOptions, round: number): CallToolResult {
  if (answer.kind === "result") return answer.result;
  if (round > INPUT_ROUNDS_MAX) throw new Error("The server asked too many questions in a row.");
  throw question(answer.requests, answer.state, { ...options, round, problem: null });
}

function question(
  requests: InputRequests,
  state: string | null,
  {
    serverName,
    mask,
    round,
    problem,
  }: AskOptions & { readonly round: number; readonly problem: string | null },
): CallAsks {
  const { text, choices } = toQuestion(serverName, requests, problem);
  const memo = JSON.stringify({ requests, state, round });
  return new CallAsks({ text: mask(text), choices: choices.map(mask), memo });
}

function readMemo(text: string | undefined): {
  readonly requests: InputRequests;
  readonly state: string | null;
  readonly round: number;
} | null {
  if (text === undefined || text === "") return null;
  const memo = MEMO.safeParse(parseJson(text)).data;
  if (memo === undefined) return null;
  // eslint-disable-next-line local/no-restricted-syntax -- stored by `question` in the shape of the library, which has checked it
  return { ...memo, requests: memo.requests as unknown as InputRequests };
}
