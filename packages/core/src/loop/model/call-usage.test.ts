import { expect, it } from "vitest";
import { testUsage } from "../../testing/builders.ts";
import { answered } from "../../testing/scripted-model.ts";
import { callUsage } from "./call-usage.ts";

const tokenizer = { count: (text: string) => text.length };
const call = (written: string) => ({ id: null, name: "look", arguments: written });

it("takes the provider's counts", () => {
  const { answer } = answered({ usage: testUsage, text: "abc" });
  expect(callUsage(answer, { estimatedInput: 7, tokenizer })).toBe(testUsage);
});

it("counts text and arguments of the calls itself where the provider sent nothing", () => {
  const { answer } = answered({ text: "abc", reasoning: "abcd", toolCalls: [call("{}"), call("12345")] });
  expect(callUsage(answer, { estimatedInput: 7, tokenizer })).toEqual({
    ...{ inputTokens: 7, outputTokens: 3 + 2 + 5, cachedTokens: 0, reasoningTokens: 4, estimated: true },
  });
});
