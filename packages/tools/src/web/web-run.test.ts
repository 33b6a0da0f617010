import type { IncomingMessage } from "node:http";
import { createAgent, openAiModel } from "@goaltrace/core";
import { expect, it } from "vitest";
import { answer, type Handler, serveSite, webfetch } from "../../test/web-world.ts";

/** Replies of a model, one per request: the arguments of a call of `webfetch`, or a text. */
function modelThatSays(replies: readonly ({ readonly url: string } | string)[], received: string[]): Handler {
  return (request, response) => {
    void readText(request).then((body) => {
      const reply = replies[received.push(body) - 1] ?? "nothing more";
      const delta =
        typeof reply === "string"
          ? { content: reply }
          : {
              tool_calls: [
                {
                  ...{ index: 0, id: `call-${String(received.length)}`, type: "function" },
                  function: { name: "webfetch", arguments: JSON.stringify(reply) },
                },
              ],
            };
      const finish = typeof reply === "string" ? "stop" : "tool_calls";
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`);
      response.end(
        `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: finish }] })}\n\ndata: [DONE]\n\n`,
      );
    });
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(Buffer.from(piece as Uint8Array));
  return Buffer.concat(pieces).toString("utf8");
}

it("fetches a page that the model asks for, shows it to the model as untrusted and answers", async () => {
  const page = await serveSite({
    "/prices": answer("text/html", "<title>Prices</title><h1>Prices</h1><p>A heron costs <b>12 €</b>."),
  });
  const canary = await serveSite();
  const received: string[] = [];
  const replies = [
    { url: `${canary.origin}/admin` },
    { url: `${page.origin}/prices` },
    "A heron costs 12 €.",
  ];
  const model = await serveSite({ "/v1/chat/completions": modelThatSays(replies, received) });
  const agent = createAgent({
    model: openAiModel({ model: "mock", baseUrl: `${model.origin}/v1`, apiKey: "key" }),
    tools: [webfetch([page.host])],
  });
  const { answer: said, entries } = await agent.run("What does a heron cost?").result;
  expect(said).toBe("A heron costs 12 €.");
  const results = entries.flatMap((entry) =>
    entry.kind === "message" && entry.role === "tool" ? [entry] : [],
  );
  expect(results).toMatchObject([
    { outcome: "error", trust: "untrusted" },
    { outcome: "ok", trust: "untrusted", title: `Fetched Prices (${page.host})` },
  ]);
  expect(received[1]).toContain("not on the public Internet");
  expect(received[2]).toContain("A heron costs **12 €**.");
  expect(canary.connections).toEqual([]);
});
