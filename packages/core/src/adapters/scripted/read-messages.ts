import { parseJson } from "../../parse-json.ts";

/** A message of a request, as far as the scripted model reads it. */
export type WireMessage = {
  readonly role: string;
  readonly text: string;
  readonly callIds: readonly string[];
};

/** Returns the messages of a request in OpenAI's format; content that is not text is left out. Empty for anything else. */
export function readMessages(body: string): readonly WireMessage[] {
  const messages = field(parseJson(body), "messages");
  if (!Array.isArray(messages)) return [];
  return messages.map((message: unknown) => {
    const content = field(message, "content");
    const calls = field(message, "tool_calls");
    return {
      role: String(field(message, "role")),
      text: typeof content === "string" ? content : "",
      callIds: Array.isArray(calls) ? calls.map((call: unknown) => String(field(call, "id"))) : [],
    };
  });
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
