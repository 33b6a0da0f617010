import { expect, it } from "vitest";
import type { HttpRequest, HttpTransport } from "../../ports/http-transport.ts";
import { createOpenAiEmbedder } from "./embedder.ts";

const SETTINGS = { baseUrl: "https://models.example/v1/", model: "small", key: "k" };
const signal = new AbortController().signal;

function answering(status: number, body: string, sent: HttpRequest[] = []): HttpTransport {
  return {
    async send(request) {
      sent.push(request);
      return { status, headers: {}, read: async (take) => void (await take(new TextEncoder().encode(body))) };
    },
  };
}

it("asks the endpoint for vectors and returns them in the order of the texts", async () => {
  const sent: HttpRequest[] = [];
  const data = [
    { index: 1, embedding: [0, 1] },
    { index: 0, embedding: [1, 0] },
  ];
  const embedder = createOpenAiEmbedder(answering(200, JSON.stringify({ data }), sent), SETTINGS);
  expect(await embedder.embed(["a", "b"], signal)).toEqual([
    [1, 0],
    [0, 1],
  ]);
  expect(sent).toMatchObject([
    { url: "https://models.example/v1/embeddings", headers: { authorization: "Bearer k" } },
  ]);
  expect(JSON.parse(sent[0]?.body ?? "")).toMatchObject({ model: "small", input: ["a", "b"] });
});

it.each([
  ["an error", 401, "{}"],
  ["no vectors", 200, '{"data":[]}'],
  ["something else", 200, "<html>"],
  ["a vector less", 200, '{"data":[{"index":1,"embedding":[1]}]}'],
])("fails on %s", async (_, status, body) => {
  const embedder = createOpenAiEmbedder(answering(status, body), SETTINGS);
  await expect(embedder.embed(["a", "b"], signal)).rejects.toThrow();
});
