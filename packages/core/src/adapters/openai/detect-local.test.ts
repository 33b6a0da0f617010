import { describe, expect, it } from "vitest";
import { detectLocalServers, type LocalServer } from "./detect-local.ts";

const OLLAMA = "http://127.0.0.1:11434/v1";

/** Queries the ports when only Ollama's answers, with this response. */
async function detect(response: () => Response): Promise<readonly LocalServer[]> {
  return await detectLocalServers(async (address) => {
    if (new Request(address).url !== `${OLLAMA}/models`) throw new TypeError("refused");
    return await Promise.resolve(response());
  });
}
const list = (ids: readonly unknown[]): string => JSON.stringify({ data: ids.map((id) => ({ id })) });

describe("detectLocalServers", () => {
  it("names the servers that list models", async () => {
    expect(await detect(() => new Response(list(["qwen3:8b", "llama3"])))).toEqual([
      { label: "Ollama", baseUrl: OLLAMA, models: ["qwen3:8b", "llama3"] },
    ]);
  });

  it.each([
    ["an error status", () => new Response(list(["a"]), { status: 500 })],
    ["a web page", () => new Response("<!doctype html>")],
    ["a list of another form", () => new Response('["a"]')],
    ["an empty body", () => new Response(null)],
    ["a list nested too deep", () => new Response(`{"data":${"[".repeat(10_000)}`)],
  ])("omits a server that answers with %s", async (_, response) => {
    expect(await detect(response)).toEqual([]);
  });

  it("stops reading an answer that never ends", async () => {
    let pieces = 0;
    let isCanceled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pieces += 1;
        controller.enqueue(new Uint8Array(100_000).fill(32));
      },
      cancel: () => {
        isCanceled = true;
      },
    });
    expect(await detect(() => new Response(endless))).toEqual([]);
    expect(isCanceled).toBe(true);
    expect(pieces).toBeLessThan(20);
  });

  it("does not follow redirects", async () => {
    const modes: unknown[] = [];
    await detectLocalServers(async (_, options) => {
      modes.push(options?.redirect);
      throw await Promise.resolve(new TypeError("refused"));
    });
    expect(new Set(modes)).toEqual(new Set(["error"]));
  });

  it("leaves out names that no setting accepts, and models beyond a limit", async () => {
    const [server] = await detect(() => new Response(list(["x".repeat(201), 7, "good"])));
    expect(server?.models).toEqual(["good"]);
    const [many] = await detect(() => new Response(list(Array.from({ length: 501 }, () => "a"))));
    expect(many?.models).toHaveLength(500);
  });
});
