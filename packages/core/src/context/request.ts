/** Increases whenever the same log would render to different bytes. Each request stores the version that rendered it. */
export const RENDERER_VERSION = 4;

/** The parts of a request body. All of them are in the log or in blobs that the log references. */
export type RequestParts = {
  readonly model: string;
  /** System texts in order, none of them empty. */
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

/** Joins a request body. The same parts give the same bytes. */
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
