import type { ContentPart, Message } from "../log/message.ts";
import { writeTextTurn } from "./text-protocol.ts";
import { wireCall } from "./wire-call.ts";

/** The options that determine the wire form of a message. */
export type RenderOptions = {
  /** Send reasoning back as `reasoning_content` (some providers require it, most reject it). */
  readonly sendReasoning: boolean;
  /** "text" writes calls and results into the text, for a model without native tool calling. Default: "native". */
  readonly toolCalls?: "native" | "text";
  /** Returns the text of a blob by hash; images are sent inline. */
  blobText(sha256: string): string | undefined;
};

/** Replaces an empty answer, as after a content filter: endpoints reject an assistant message without text and calls. */
const NO_TEXT = "[no answer]";

/**
 * Returns the JSON text of one message as it appears in a request. Pure, so that the same log gives the same bytes. Callers cache the result,
 * because serializing the whole history at each step makes long runs quadratic.
 */
export function renderMessage(message: Message, options: RenderOptions): string {
  if (options.toolCalls === "text" && message.role === "tool")
    return JSON.stringify({ role: "user", content: `Observation (${message.toolName}): ${message.output}` });
  if (options.toolCalls === "text" && message.role === "assistant")
    return JSON.stringify({ role: "assistant", content: writeTextTurn(message) || NO_TEXT });
  switch (message.role) {
    case "user":
      return JSON.stringify({ role: "user", content: renderParts(message.parts, options) });
    case "tool":
      return JSON.stringify({ role: "tool", tool_call_id: message.toolCallId, content: message.output });
    case "assistant":
      return JSON.stringify({
        role: "assistant",
        content: message.text !== "" ? message.text : message.toolCalls.length > 0 ? null : NO_TEXT,
        ...(options.sendReasoning && message.reasoning !== ""
          ? { reasoning_content: message.reasoning }
          : {}),
        ...(message.toolCalls.length > 0
          ? {
              tool_calls: message.toolCalls.map((call) => ({
                id: call.id,
                type: "function",
                function: wireCall(call),
              })),
            }
          : {}),
      });
  }
}

/** Renders the three texts of a summary as one user message: state first, the next step last. */
export function renderHead(blobs: readonly string[], options: RenderOptions): string {
  const texts = blobs.map((blob) => options.blobText(blob) ?? "").filter((text) => text !== "");
  return JSON.stringify({ role: "user", content: texts.join("\n\n") });
}

/** Renders recalled memories as one user message. */
export function renderRecalled(blob: string, options: RenderOptions): string {
  return JSON.stringify({ role: "user", content: options.blobText(blob) ?? "" });
}

function renderParts(parts: readonly ContentPart[], options: RenderOptions): string | object[] {
  if (parts.every((part) => part.type === "text")) return parts.map((part) => part.text).join("\n\n");
  return parts.map((part) => {
    switch (part.type) {
      case "text":
        return { type: "text", text: part.text };
      case "image":
        return {
          type: "image_url",
          image_url: { url: `data:${part.mediaType};base64,${options.blobText(part.blob) ?? ""}` },
        };
      case "file":
        return { type: "text", text: `File ${part.name}:\n${options.blobText(part.blob) ?? ""}` };
    }
  });
}
