import { describe, expect, it } from "vitest";
import { readTranscript } from "./read-transcript.ts";

const user = { role: "user", content: "Look" };
const call = {
  role: "assistant",
  content: null,
  tool_calls: [{ id: "a", type: "function", function: { name: "read", arguments: "{}" } }],
};
const answer = { role: "tool", tool_call_id: "a", content: "text" };
const read = (messages: unknown): unknown => readTranscript(JSON.stringify(messages));

describe("readTranscript", () => {
  it("accepts an array or an object with messages, and treats developer messages as instructions", () => {
    const messages = [{ role: "developer", content: "Work." }, user, call, answer];
    expect(read(messages)).toEqual(read({ messages, model: "m" }));
    expect(read(messages)).toMatchObject([{ role: "system" }, { role: "user" }, {}, { tool_call_id: "a" }]);
  });

  it("allows open calls at the end of the transcript", () => {
    expect(read([user, call])).toHaveLength(2);
  });

  it.each([
    [[user, { role: "robot", content: "x" }], "Message 1 is not in OpenAI's format at role"],
    [[user, { role: "assistant", tool_calls: [{ id: "a" }] }], "Message 1 is not in OpenAI's format"],
    [[user, answer], 'Message 1 answers the call "a", which is not open'],
    [[user, call, user], 'Message 2 comes before the result of the call "a"'],
    [[user, 7], "Message 1 is not in OpenAI's format"],
    [[], "no messages"],
    [{ messages: "none" }, "neither an array nor"],
  ])("explains what is wrong with %j", (messages, problem) => {
    expect(() => read(messages)).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT", message: expect.stringContaining(problem) as string }),
    );
  });

  it("rejects invalid JSON", () => {
    expect(() => readTranscript("{")).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
  });
});
