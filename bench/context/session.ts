import type { TranscriptMessage } from "@goaltrace/core/compaction";
import type { Tokenizer } from "@goaltrace/core/ports";
import { findEntities } from "../../packages/core/src/testing/entities.ts";

/** A transcript without its instructions, with the facts of each message. */
export type Session = {
  readonly messages: readonly TranscriptMessage[];
  readonly texts: readonly string[];
  readonly facts: readonly ReadonlySet<string>[];
  /** Tokens of the system messages. */
  readonly instructions: number;
};

/** Reads the facts of a transcript. */
export function readSession(messages: readonly TranscriptMessage[], tokenizer: Tokenizer): Session {
  const instructions = messages
    .filter(({ role }) => role === "system")
    .map(messageText)
    .join("\n\n");
  const rest = messages.filter(({ role }) => role !== "system");
  const texts = rest.map(messageText);
  return {
    messages: rest,
    texts,
    facts: texts.map(findEntities),
    instructions: tokenizer.count(instructions),
  };
}

/** Returns the text of a message and the values of its calls' arguments. */
export function messageText({ content, tool_calls: calls = [] }: TranscriptMessage): string {
  const values = calls.map((call) => JSON.parse(call.function.arguments) as unknown);
  const text =
    typeof content === "string"
      ? content
      : content === undefined || content === null
        ? ""
        : JSON.stringify(content);
  return [text, ...values.flatMap(leaves)].join("\n");
}

function leaves(value: unknown): readonly string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(leaves);
  return [String(value)];
}
