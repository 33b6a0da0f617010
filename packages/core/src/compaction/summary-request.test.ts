import { expect, it } from "vitest";
import { buildView } from "../context/view.ts";
import { buildLog } from "../testing/builders.ts";
import { summaryRequest } from "./summary-request.ts";

const tokenizer = { count: (text: string): number => Math.ceil(text.length / 4) };

function view(): ReturnType<typeof buildView> {
  const log = buildLog();
  log.add({
    ...{ kind: "message", role: "user", author: "person", goalId: "root", description: "", tokens: 5 },
    parts: [
      { type: "text", text: "Look at" },
      { type: "image", mediaType: "image/png", blob: "0".repeat(64) },
      { type: "text", text: "these" },
    ],
  });
  log.assistant({
    text: "Looking.",
    calls: [
      { id: "a", name: "list" },
      { id: "b", arguments: '{"path":"x"}' },
    ],
  });
  const { sequence } = log.tool("a", { output: "cleared ".repeat(80), toolName: "list" });
  log.tool("b", { output: "a file" });
  log.assistant({ calls: [{ id: "c", name: "list" }] });
  const data = { sequences: [sequence], reason: "threshold", beforeTokens: 9, afterTokens: 8 } as const;
  log.event({ type: "context.cleared", data });
  return buildView(log.entries, tokenizer);
}

it("contains the conversation as the model sees it, then the instructions", () => {
  const request = summaryRequest(view(), null);
  const [conversation = "", instructions = ""] = request.split("\n\n<runtime-request>");
  expect(conversation).toBe(`<conversation>
[user]
Look at

these

[assistant]
Looking.
→ list {}
→ read_file {"path":"x"}

[tool]
[cleared: list() ok · 640 characters, again with read_result id="a"]

[tool]
a file

[assistant]
→ list {}
</conversation>`);
  expect(instructions.split("\n").slice(-2)).toEqual([
    "- At most 2500 tokens in total. ",
    "</runtime-request>",
  ]);
});

it("names what the person wants to keep above all", () => {
  expect(summaryRequest(view(), "the payment module")).toMatch(
    /- At most 2500 tokens in total\. The person's focus, to keep above all: the payment module\n<\/runtime-request>$/u,
  );
});
