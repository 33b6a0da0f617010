import { CallAsks } from "@goaltrace/core/call-asks";
import { expect, it } from "vitest";
import { callAsking } from "./asked-call.ts";
import type { ServerCall, ServerConnection } from "./connect-server.ts";
import { type CallAnswer, CallNotHeld, type InputRequest } from "./server-calls.ts";

const ASKED = { q: { mode: "form", message: "Sure?", requestedSchema: { type: "object", properties: {} } } };
const requests = ASKED as unknown as Readonly<Record<string, InputRequest>>;
const DONE: CallAnswer = { kind: "result", result: { content: [{ type: "text", text: "done" }] } };

/** A server with these answers; `inputs` are what the calls brought. */
function open(answers: readonly (CallAnswer | Error)[], isRepeatable = false) {
  const inputs: ServerCall["input"][] = [];
  const connection: ServerConnection = {
    ...{ identity: { name: "s", version: "1", protocol: "2026-07-28" }, close: async () => undefined },
    tools: () => ({ definitions: [], problems: [] }),
    call: async ({ input }) => {
      const answer = answers[inputs.length] ?? new Error("not expected");
      inputs.push(input);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const call = {
    ...{ tool: "t", arguments: {}, signal: new AbortController().signal, traceparent: null },
    onProgress: () => undefined,
  };
  const run = async (answer: { readonly text: string | null; readonly memo: string } | null) =>
    await callAsking(connection, call, {
      ...{ serverName: "s", context: { answer }, mask: (text: string) => text, isRepeatable },
    });
  const asked = async (answer: Parameters<typeof run>[0]): Promise<CallAsks["question"]> => {
    const thrown: unknown = await run(answer).catch((error: unknown) => error);
    if (thrown instanceof CallAsks) return thrown.question;
    throw new Error(`no question: ${String(thrown)}`);
  };
  return { run, asked, inputs };
}
const question = (state: string | null): CallAnswer => ({ kind: "input", requests, state });

it("returns the server's own state with the answer, unchanged", async () => {
  const { run, asked, inputs } = open([question('{"s":1}'), DONE]);
  const { memo } = await asked(null);
  await expect(run({ text: "Accept", memo })).resolves.toEqual(DONE.kind === "result" ? DONE.result : null);
  expect(inputs).toEqual([null, { answers: { q: { action: "accept", content: {} } }, state: '{"s":1}' }]);
});

it("does not repeat a call that may have taken effect when its server forgot it", async () => {
  const { run, asked, inputs } = open([question("held"), new CallNotHeld()]);
  const { memo } = await asked(null);
  await expect(run({ text: "Accept", memo })).rejects.toBeInstanceOf(CallNotHeld);
  expect(inputs).toHaveLength(2);
});

it("repeats a call that may be repeated, and gives the same answer to the same question", async () => {
  const { run, asked, inputs } = open([question("held"), new CallNotHeld(), question("new"), DONE], true);
  const { memo } = await asked(null);
  await run({ text: "Accept", memo });
  expect(inputs.at(-1)).toEqual({ answers: { q: { action: "accept", content: {} } }, state: "new" });
});

it("ends a call whose server keeps asking", async () => {
  const { asked, run } = open(Array.from({ length: 40 }, () => question(null)));
  let memo = (await asked(null)).memo;
  let rounds = 1;
  const ask = async (): Promise<void> => {
    ({ memo } = await asked({ text: "Accept", memo }));
    rounds += 1;
  };
  await expect(
    (async () => {
      for (;;) await ask();
    })(),
  ).rejects.toThrow(/too many questions/u);
  expect(rounds).toBe(10);
  await expect(run({ text: null, memo: "" })).rejects.toBeInstanceOf(CallAsks);
});
