import type { ModelCase } from "../../apps/cli/test/support/model-case.ts";

/** Streamed by `slow-words`, a few characters at a time. */
export const SLOW_WORDS = "The key word is heron, as written in the notes of this project.";

/** Creates models to watch while they respond. `disconnected` resolves when the client closes the request to the `holds` model. */
export function createLiveCases(): {
  readonly cases: readonly ModelCase[];
  readonly disconnected: Promise<void>;
} {
  let onDisconnect = (): void => undefined;
  const disconnected = new Promise<void>((resolve) => (onDisconnect = resolve));
  const cases: readonly ModelCase[] = [
    {
      name: "slow-words",
      reply: () => ({ content: SLOW_WORDS }),
      firstDelivery: { streamingProfile: { ttft: 300, tps: 5 }, chunkSize: 4 },
      exit: 0,
      requests: 1,
    },
    {
      name: "holds",
      front: (response, turn) => {
        if (turn > 0) return false;
        response.on("close", onDisconnect);
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write('data: {"choices":[{"index":0,"delta":{"content":"Let me think"}}]}\n\n');
        return true;
      },
      reply: () => ({ content: "It is heron." }),
      exit: 0,
      requests: 2,
    },
    {
      name: "key-refused-once",
      reply: (turn) =>
        turn === 0
          ? { status: 401, error: { message: "Incorrect API key provided", code: "invalid_api_key" } }
          : { content: "It is heron." },
      exit: 0,
      requests: 2,
    },
  ];
  return { cases, disconnected };
}
