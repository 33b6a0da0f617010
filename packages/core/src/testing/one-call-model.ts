import type { ModelClient } from "../ports/model-client.ts";

/** Creates a model that calls the tool `name` once, without arguments and with the call id `<name>-call`, and answers after the result. */
export function createOneCallModel(name: string): ModelClient {
  const empty = { text: "", reasoning: "", toolCalls: [], usage: null, firstTokenMs: null };
  let isCalled = false;
  return {
    profile: {
      ...{ reference: "one-call", wireName: "one-call", label: "one-call", contextWindow: 100_000 },
      ...{ price: null, quirks: "default", scripted: false },
    },
    attempt: async () => {
      if (isCalled) return { ok: true, answer: { ...empty, text: "Done.", finishReason: "stop" } };
      isCalled = true;
      const toolCalls = [{ id: `${name}-call`, name, arguments: "{}" }];
      return { ok: true, answer: { ...empty, toolCalls, finishReason: "tool_calls" } };
    },
  };
}
