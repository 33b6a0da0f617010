import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { compressed } from "./compress.ts";

const asking = (encodings: string): Request =>
  new Request("http://127.0.0.1/", { headers: { "accept-encoding": encodings } });
it("06 Speed · an answer goes out in gzip to who takes it, and is the same when unpacked", async () => {
  const body = JSON.stringify(Array.from({ length: 2_000 }, (_, index) => ({ index, name: "goal" })));
  const answer = compressed(
    asking("br, gzip"),
    new Response(body, {
      status: 207,
      headers: { "content-type": "application/json", "x-request-id": "r1" },
    }),
  );
  expect(answer.status).toBe(207);
  expect(answer.headers.get("content-encoding")).toBe("gzip");
  expect(answer.headers.get("vary")).toContain("accept-encoding");
  expect(answer.headers.get("x-request-id")).toBe("r1");
  const packed = Buffer.from(await answer.arrayBuffer());
  expect(packed.length).toBeLessThan(body.length / 5);
  expect(gunzipSync(packed).toString("utf8")).toBe(body);
});

it("06 Speed · the parts of an answer are passed on as they come", async () => {
  const parts = new TransformStream<Uint8Array, Uint8Array>();
  const writer = parts.writable.getWriter();
  const answer = compressed(asking("gzip"), new Response(parts.readable));
  const reader = answer.body?.getReader();
  const written = writer.write(new TextEncoder().encode("first part\n"));
  // The whole answer is far from over, yet something of it arrives.
  const first = await reader?.read();
  expect(first?.done).toBe(false);
  await written;
  const end = writer.close();
  while ((await reader?.read())?.done === false);
  await end;
});

it("06 Speed · who goes away in the middle ends the work on the answer", async () => {
  let cancelled: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    cancelled = resolve;
  });
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      controller.enqueue(new Uint8Array(50_000));
    },
    cancel: () => {
      cancelled();
    },
  });
  const answer = compressed(asking("gzip"), new Response(endless));
  await answer.body?.cancel();
  await ended;
});

it.each([
  ["an event stream", "gzip", { "content-type": "text/event-stream" }],
  ["an answer with an encoding", "gzip", { "content-encoding": "br" }],
  ["an answer for who takes no gzip", "br", {}],
  ["an answer for who refuses gzip", "gzip;q=0, br", {}],
])("06 Speed · %s stays as it is", (_, encodings, headers) => {
  const response = new Response("text", { headers });
  expect(compressed(asking(encodings), response)).toBe(response);
});
