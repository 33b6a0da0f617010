import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refuseEarly } from "./refuse-early.ts";

describe("requests of a key that was refused often", () => {
  let handled = 0;
  let server: Server;
  let stop: () => void;
  let base = "";
  beforeAll(async () => {
    stop = refuseEarly({ limit: 3, windowMs: 60_000 });
    server = createServer((request, response) => {
      handled += 1;
      request.resume();
      response.writeHead(request.url === "/good" ? 200 : 400).end();
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

  const send = async (address: string, key: string | null, body = "{"): Promise<Response> =>
    await fetch(`${base}${address}`, {
      method: "POST",
      headers: key === null ? {} : { authorization: `Bearer ${key}` },
      body,
    });

  it("are answered without the server's handlers, with the time to wait, and those of other keys are not", async () => {
    for (let count = 0; count < 3; count += 1) expect((await send("/bad", "gt_a")).status).toBe(400);
    const before = handled;
    const refused = await send("/good", "gt_a", "x".repeat(2_000_000));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(50);
    expect(refused.headers.get("x-request-id")).toBeTruthy();
    expect(await refused.json()).toMatchObject({ error: { code: "RATE_LIMITED" } });
    expect(handled).toBe(before);
    expect((await send("/good", "gt_b")).status).toBe(200);
    expect((await send("/good", null)).status).toBe(200);
  });

  it("are handled while few were refused, however many succeed", async () => {
    for (let count = 0; count < 10; count += 1) expect((await send("/good", "gt_c")).status).toBe(200);
    expect((await send("/bad", "gt_c")).status).toBe(400);
    expect((await send("/good", "gt_c")).status).toBe(200);
  });

  it("are not counted without a key", async () => {
    for (let count = 0; count < 5; count += 1) expect((await send("/bad", null)).status).toBe(400);
  });
});
