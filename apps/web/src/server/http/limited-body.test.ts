import { describe, expect, it } from "vitest";
import { limitedBody, withLimitedBody } from "./limited-body.ts";

const toStream = (chunks: readonly string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
const post = (chunks: readonly string[]): Request =>
  new Request("http://localhost/x", {
    method: "POST",
    body: toStream(chunks),
    duplex: "half",
  } as RequestInit);

describe("limitedBody", () => {
  it("reads a body within the limit, in any number of chunks", async () => {
    expect(new TextDecoder().decode(await limitedBody(post(["ab", "", "cd"]), 4))).toBe("abcd");
    expect(await (await withLimitedBody(post(['{"a":', "1}"]))).json()).toEqual({ a: 1 });
  });

  it("rejects a larger body without a content length", async () => {
    const request = post(["abc", "de"]);
    expect(request.headers.get("content-length")).toBeNull();
    await expect(limitedBody(request, 4)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});
