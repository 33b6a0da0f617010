/** Counts up when the bytes made from the same log would change; old requests are rebuilt with the renderer they name. */
export const RENDERER_VERSION = 2;

/** Everything a request body is joined from; all of it is in the log or in blobs the log names. */
export type RequestParts = {
  readonly model: string;
  /** System texts in order; empty ones are left out by the caller. */
  readonly system: readonly string[];
  /** JSON texts of the messages in order. */
  readonly messages: readonly string[];
  /** Text of the ephemeral tail message, or null. */
  readonly tail: string | null;
  /** JSON text of the tools array, or null for a call without tools. */
  readonly tools: string | null;
  /** JSON text of an object with the remaining fields. */
  readonly parameters: string;
};

/** Joins a request body from cached strings. The same parts give the same bytes. */
export function joinRequest(parts: RequestParts): string {
  const messages: string[] = [];
  if (parts.system.length > 0)
    messages.push(JSON.stringify({ role: "system", content: parts.system.join("\n\n") }));
  for (const message of parts.messages) messages.push(message);
  if (parts.tail !== null) messages.push(JSON.stringify({ role: "user", content: parts.tail }));
  const rest = parts.parameters.slice(1, -1);
  const tools = parts.tools === null ? "" : `,"tools":${parts.tools}`;
  return `{"model":${JSON.stringify(parts.model)},"messages":[${messages.join(",")}]${tools}${rest === "" ? "" : `,${rest}`}}`;
}
