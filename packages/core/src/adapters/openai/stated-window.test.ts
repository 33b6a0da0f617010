import { expect, it } from "vitest";
import { statedWindow } from "./stated-window.ts";

it.each([
  [
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9021 tokens.",
    8_192,
  ],
  ["This model's maximum context length is 65,536 tokens. However, you requested 70000 tokens", 65_536],
  [
    "This endpoint's maximum context length is 16384 tokens. However, you requested about 17012 tokens",
    16_384,
  ],
  ["the request exceeds the available context size (4096 tokens), try increasing it", 4_096],
  ['{"error":{"code":400,"n_prompt_tokens":9000,"n_ctx":4096}}', 4_096],
  ["However, the model is loaded with context length of only 4096 tokens", 4_096],
  [
    "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
    32_768,
  ],
  ["prompt is too long: 210000 tokens > 200000 maximum", 200_000],
  ["The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).", 1_048_576],
  ["too many tokens: total number of tokens in the prompt cannot exceed 4081", 4_081],
  ["Range of input length should be [1, 30720]", 30_720],
])("reads the window from %j", (words, tokens) => {
  expect(statedWindow(words)).toBe(tokens);
});

it("reads no window from words without one, nor from a number that cannot be one", () => {
  expect(statedWindow("Request too large")).toBeNull();
  expect(statedWindow("context length exceeded, 12 messages")).toBeNull();
  expect(statedWindow("maximum context length is 12 tokens")).toBeNull();
  expect(statedWindow(`maximum context length is ${"9".repeat(40)} tokens`)).toBeNull();
});
