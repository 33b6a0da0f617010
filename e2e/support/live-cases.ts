import type { ModelCase } from "../../apps/cli/test/support/model-case.ts";

/** Streamed by `slow-words`: its beginning, and the rest when the test lets it. */
export const SLOW_WORDS = "The key word is heron, as written in the notes of this project.";

/** The part that `slow-words` sends at once. */
const BEGINNING = "The key word";

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

/**
 * Creates models to watch while they respond. `disconnected` resolves when the client closes the request to the `holds` model. `finishWords`
 * lets `slow-words` send the rest of its answer.
 */
export function createLiveCases(): {
  readonly cases: readonly ModelCase[];
  readonly disconnected: Promise<void>;
  finishWords(): void;
} {
  let finishWords = (): void => undefined;
  let onDisconnect = (): void => undefined;
  const disconnected = new Promise<void>((resolve) => (onDisconnect = resolve));
  const cases: readonly ModelCase[] = [
    {
      name: "slow-words",
      front: (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(chunk({ content: BEGINNING }));
        finishWords = () => {
          response.write(chunk({ content: SLOW_WORDS.slice(BEGINNING.length) }));
          response.end(`${chunk({}, "stop")}data: [DONE]\n\n`);
        };
        return true;
      },
      exit: 0,
      requests: 1,
    },
    {
      name: "holds",
      front: (response, turn) => {
        if (turn > 0) return false;
        response.on("close", onDisconnect);
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(chunk({ content: "Let me think." }));
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
  return { cases, disconnected, finishWords: () => finishWords() };
}
