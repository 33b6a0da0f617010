import { createHttpTransport } from "@goaltrace/tools";
import { memoryPlace, createRunPorts, runProduct } from "./product-run.ts";

type Fields = Readonly<Record<string, unknown>>;
type Call = { id: string; name: string; arguments: string };

/** The product's first request, which the baseline also sends, so that both make the same requests. */
export type Opening = { readonly fixed: Fields; readonly messages: readonly unknown[] };

/** Records the first request of a run of the product. */
export async function captureOpening(baseUrl: string): Promise<Opening> {
  const bodies: Fields[] = [];
  const place = memoryPlace();
  const transport = createHttpTransport();
  await runProduct(
    createRunPorts(place.stores, baseUrl, {
      carrier: {
        send: async (request) => {
          bodies.push(toFields(JSON.parse(request.body)));
          return await transport.send(request);
        },
      },
    }),
    place.scope,
  );
  const { messages, ...fixed } = bodies[0] ?? {};
  return { fixed, messages: Array.isArray(messages) ? messages : [] };
}

/**
 * A minimal agent loop: `fetch`, read the stream, run the tool, append to the list, repeat. No events, log, guards or retries. Returns the
 * number of requests. `onText` receives each streamed piece of text.
 */
export async function rawFetchLoop(
  baseUrl: string,
  opening: Opening,
  onText?: (text: string) => void,
): Promise<number> {
  const messages: unknown[] = [...opening.messages];
  for (let requests = 1; ; requests += 1) {
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer none" },
      body: JSON.stringify({ ...opening.fixed, messages }),
    });
    const { text, calls } = await readAnswer(response, onText);
    if (calls.length === 0) return requests;
    messages.push({ role: "assistant", content: text === "" ? null : text, tool_calls: calls.map(wireCall) });
    for (const call of calls)
      messages.push({ role: "tool", tool_call_id: call.id, content: calculate(call.arguments) });
  }
}

function wireCall(call: Call): object {
  return { id: call.id, type: "function", function: { name: call.name, arguments: call.arguments } };
}

function calculate(written: string): string {
  const expression = toText(toFields(JSON.parse(written))["expression"]);
  return String(expression.split("*").reduce((product, factor) => product * Number(factor), 1));
}

async function readAnswer(
  response: Response,
  onText: ((text: string) => void) | undefined,
): Promise<{ text: string; calls: readonly Call[] }> {
  const calls: Call[] = [];
  const decoder = new TextDecoder();
  let text = "";
  let rest = "";
  for await (const bytes of response.body ?? []) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (!line.startsWith("data: ") || line === "data: [DONE]") continue;
      const { choices } = toFields(JSON.parse(line.slice(6)));
      const delta = toFields(toFields(Array.isArray(choices) ? choices[0] : null)["delta"]);
      const piece = toText(delta["content"]);
      if (piece !== "") onText?.(piece);
      text += piece;
      addPieces(calls, delta["tool_calls"]);
    }
  }
  return { text, calls };
}

function addPieces(calls: Call[], pieces: unknown): void {
  if (!Array.isArray(pieces)) return;
  for (const piece of pieces) addPiece(calls, toFields(piece));
}

function addPiece(calls: Call[], piece: Fields): void {
  const part = toFields(piece["function"]);
  const index = typeof piece["index"] === "number" ? piece["index"] : 0;
  const call = (calls[index] ??= { id: "", name: "", arguments: "" });
  call.id += toText(piece["id"]);
  call.name += toText(part["name"]);
  call.arguments += toText(part["arguments"]);
}

function toFields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
