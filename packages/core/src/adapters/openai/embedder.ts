import { z } from "zod";
import { GoaltraceError } from "../../errors.ts";
import { parseJson } from "../../parse-json.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { HttpTransport } from "../../ports/http-transport.ts";
import { readText } from "./read-body.ts";

/** The largest answer: 64 vectors of 4,096 numbers as text. */
const MAX_EMBEDDING_BYTES = 16_000_000;

/** Where vectors come from. `baseUrl`: that of the endpoint, without `/embeddings`. */
export type EmbedderSettings = {
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string | null;
};

const ANSWER = z.object({
  data: z.array(z.object({ index: z.number().int().min(0), embedding: z.array(z.number()).min(1) })),
});

/** Creates an embedder over `/embeddings` of an OpenAI-compatible endpoint. Errors of it: MODEL_UNAVAILABLE. */
export function createOpenAiEmbedder(transport: HttpTransport, settings: EmbedderSettings): Embedder {
  const { baseUrl, model, key } = settings;
  return {
    model,
    async embed(texts, signal) {
      const response = await transport.send({
        url: `${baseUrl.replace(/\/+$/u, "")}/embeddings`,
        headers: {
          "content-type": "application/json",
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model, input: texts, encoding_format: "float" }),
        signal,
      });
      const { text, isWhole } = await readText(response, MAX_EMBEDDING_BYTES);
      if (response.status !== 200) throw failed(`it answered ${String(response.status)}`);
      const answer = ANSWER.safeParse(
        isWhole ? parseJson(text, { maxCharacters: MAX_EMBEDDING_BYTES }) : null,
      );
      if (!answer.success) throw failed("its answer has no vectors");
      const vectors: (readonly number[] | undefined)[] = texts.map(() => undefined);
      for (const { index, embedding } of answer.data.data) vectors[index] = embedding;
      return vectors.map((vector) => {
        if (vector === undefined) throw failed("a vector is missing");
        return vector;
      });
    },
  };
}

function failed(reason: string): GoaltraceError {
  return new GoaltraceError({
    code: "MODEL_UNAVAILABLE",
    message: `The endpoint of embeddings failed: ${reason}.`,
    fix: "Check the address, the model and the key of embeddings.",
  });
}
