import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refuseEarly } from "./refuse-early.ts";

describe("requests of an API key", () => {
  let handled = 0;
  let server: Server;
  let stop: () => void;
  let base = "";
  let onOpen: (response: ServerResponse) => void = () => undefined;

  const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
    "/open": (response) => onOpen(response),
    "/stream": (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(": open\n\n");
      onOpen(response);
    },
    // As Next does it.
    "/api/runs": (response) => {
      response.statusCode = 429;
      response.setHeader("retry-after", "5");
      response.end();
    },
  };
  beforeAll(async () => {
    const limits = { wrong: { limit: 3, windowMs: 60_000 }, closed: { limit: 4, windowMs: 60_000 } };
    stop = refuseEarly(limits);
    server = createServer((request, response) => {
      handled += 1;
      request.resume();
      const address = request.url ?? "";
      const answer = answers[address];
      if (answer !== undefined) answer(response);
      else response.writeHead(Number(/^\/(\d+)$/.exec(address)?.[1] ?? 200)).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    stop();
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });

  const send = async (address: string, authorization: string | null, body = "{"): Promise<Response> =>
    await fetch(`${base}${address}`, {
      method: "POST",
      headers: authorization === null ? {} : { authorization },
      body,
    });
  /** Sends a request and closes it once the server handles it. */
  const close = async (address: string, authorization: string): Promise<void> => {
    const closing = new AbortController();
    const ended = new Promise<void>((resolve) => {
      onOpen = (response) => {
        response.once("close", resolve);
        closing.abort();
      };
    });
    const sent = fetch(`${base}${address}`, { headers: { authorization }, signal: closing.signal }).then(
      ({ status }) => expect(status).toBe(200),
      () => undefined,
    );
    await Promise.all([ended, sent]);
  };

  it("are answered without the server's handlers once many were wrong, and those of other keys are not", async () => {
    for (let count = 0; count < 3; count += 1) expect((await send("/400", "Bearer gt_a")).status).toBe(400);
    const before = handled;
    const refused = await send("/good", "Bearer gt_a", "x".repeat(2_000_000));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(50);
    expect(refused.headers.get("x-request-id")).toBeTruthy();
    expect(await refused.json()).toMatchObject({
      error: { code: "RATE_LIMITED", fix: expect.stringContaining("correct the requests") },
    });
    expect(handled).toBe(before);
    expect((await send("/good", "Bearer gt_b")).status).toBe(200);
    expect((await send("/good", null)).status).toBe(200);
  });

  it("are answered as JSON-RPC where MCP clients send them", async () => {
    for (let count = 0; count < 3; count += 1) await send("/401", "Bearer gt_mcp");
    const refused = await send("/api/mcp", "Bearer gt_mcp");
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      ...{ jsonrpc: "2.0", id: null },
      error: { code: -32_000, data: { code: "RATE_LIMITED" } },
    });
  });

  it("count for one key however its scheme is written", async () => {
    for (const scheme of ["Bearer", "bearer", "BEARER"]) await send("/400", `${scheme} gt_case`);
    expect((await send("/good", "bEARER gt_case")).status).toBe(429);
  });

  it.each([404, 405, 409, 503])("are handled however many answers are %i", async (status) => {
    for (let count = 0; count < 10; count += 1)
      expect((await send(`/${status}`, `Bearer gt_${status}`)).status).toBe(status);
    expect((await send("/good", `Bearer gt_${status}`)).status).toBe(200);
  });

  it("are handled while few were wrong, however many succeed", async () => {
    for (let count = 0; count < 10; count += 1) expect((await send("/good", "Bearer gt_c")).status).toBe(200);
    expect((await send("/400", "Bearer gt_c")).status).toBe(400);
    expect((await send("/good", "Bearer gt_c")).status).toBe(200);
  });

  it("wait as an answer asks, for that kind alone", async () => {
    expect((await send("/api/runs", "Bearer gt_w")).status).toBe(429);
    const before = handled;
    for (let count = 0; count < 10; count += 1) {
      const refused = await send("/api/runs", "Bearer gt_w");
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await refused.json()).toMatchObject({ error: { fix: expect.stringContaining("other kinds") } });
    }
    expect(handled).toBe(before);
    expect((await send("/api/traces/1/cancel", "Bearer gt_w")).status).toBe(200);
    expect((await send("/api/runs", "Bearer gt_x")).headers.get("retry-after")).toBe("5");
    expect(handled).toBe(before + 2);
  });

  it("are refused once the caller closed many before their answer", async () => {
    for (let count = 0; count < 4; count += 1) {
      expect((await send("/good", "Bearer gt_close")).status).toBe(200);
      await close("/open", "Bearer gt_close");
    }
    const refused = await send("/good", "Bearer gt_close");
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error: { message: expect.stringContaining("closed") } });
  });

  it("are handled however many event streams the caller closed", async () => {
    for (let count = 0; count < 6; count += 1) await close("/stream", "Bearer gt_stream");
    expect((await send("/good", "Bearer gt_stream")).status).toBe(200);
  });

  it("are not counted without a key", async () => {
    for (let count = 0; count < 5; count += 1) expect((await send("/400", null)).status).toBe(400);
  });
});
