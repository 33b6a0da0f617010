/** A model server on this machine. */
export type LocalServer = {
  readonly label: string;
  readonly baseUrl: string;
  readonly models: readonly string[];
};

const USUAL: readonly { readonly label: string; readonly port: number }[] = [
  { label: "Ollama", port: 11434 },
  { label: "LM Studio", port: 1234 },
  { label: "vLLM", port: 8000 },
  { label: "llama.cpp", port: 8080 },
];

/** Local servers answer at once or not at all. */
const PATIENCE_MS = 700;

/** Asks the usual ports for their models. Silent ports are left out; never throws. */
export async function detectLocalServers(
  send: typeof globalThis.fetch = globalThis.fetch,
): Promise<readonly LocalServer[]> {
  const found = await Promise.all(
    USUAL.map(async ({ label, port }) => await ask({ label, baseUrl: `http://127.0.0.1:${port}/v1`, send })),
  );
  return found.filter((server) => server !== null);
}

async function ask(server: {
  readonly label: string;
  readonly baseUrl: string;
  readonly send: typeof globalThis.fetch;
}): Promise<LocalServer | null> {
  try {
    const response = await server.send(`${server.baseUrl}/models`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const body: unknown = await response.json();
    if (
      !response.ok ||
      typeof body !== "object" ||
      body === null ||
      !("data" in body) ||
      !Array.isArray(body.data)
    )
      return null;
    const models = body.data.flatMap((model: unknown) =>
      typeof model === "object" && model !== null && "id" in model && typeof model.id === "string"
        ? [model.id]
        : [],
    );
    return { label: server.label, baseUrl: server.baseUrl, models };
  } catch {
    return null;
  }
}
