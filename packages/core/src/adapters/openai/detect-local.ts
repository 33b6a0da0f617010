import { parseJson } from "../../parse-json.ts";
import { DETECTED_LIST_BYTES, DETECTED_MODELS, DETECTED_NAME_CHARACTERS } from "../../tunables.ts";

/** A model server on this machine. */
export type LocalServer = {
  readonly label: string;
  readonly baseUrl: string;
  readonly models: readonly string[];
};

const DEFAULT_SERVERS: readonly { readonly label: string; readonly port: number }[] = [
  { label: "Ollama", port: 11434 },
  { label: "LM Studio", port: 1234 },
  { label: "vLLM", port: 8000 },
  { label: "llama.cpp", port: 8080 },
];

/** Local servers answer immediately or not at all. */
const TIMEOUT_MS = 700;

/**
 * Queries the default ports for models. Omits ports that do not respond, and those of other programs: answers without a list of models, that
 * redirect or that are larger than any such list. Never throws.
 */
export async function detectLocalServers(
  send: typeof globalThis.fetch = globalThis.fetch,
): Promise<readonly LocalServer[]> {
  const servers = await Promise.all(
    DEFAULT_SERVERS.map(
      async ({ label, port }) => await queryServer({ label, baseUrl: `http://127.0.0.1:${port}/v1`, send }),
    ),
  );
  return servers.filter((server) => server !== null);
}

async function queryServer(server: {
  readonly label: string;
  readonly baseUrl: string;
  readonly send: typeof globalThis.fetch;
}): Promise<LocalServer | null> {
  try {
    const response = await server.send(`${server.baseUrl}/models`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: "error",
    });
    const body = parseJson(await boundedText(response));
    if (
      !response.ok ||
      typeof body !== "object" ||
      body === null ||
      !("data" in body) ||
      !Array.isArray(body.data)
    )
      return null;
    const models = body.data.slice(0, DETECTED_MODELS).flatMap((model: unknown) => {
      const id = typeof model === "object" && model !== null && "id" in model ? model.id : undefined;
      return typeof id === "string" && id.length <= DETECTED_NAME_CHARACTERS ? [id] : [];
    });
    return { label: server.label, baseUrl: server.baseUrl, models };
  } catch {
    return null;
  }
}

/** Reads a body as text. Throws when it is larger than a list of models, and cancels the rest. */
async function boundedText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let size = 0;
  for await (const bytes of body ?? []) {
    size += bytes.length;
    if (size > DETECTED_LIST_BYTES) throw new Error("The answer is too large.");
    pieces.push(decoder.decode(bytes, { stream: true }));
  }
  return pieces.join("") + decoder.decode();
}
