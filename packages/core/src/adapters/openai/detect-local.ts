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

/** Queries the default ports for models. Omits ports that do not respond. Never throws. */
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
