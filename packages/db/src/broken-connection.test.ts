import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPool, query, transaction } from "./sql.ts";

/** A message of PostgreSQL's protocol: its type, its length and its content. */
function message(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + length.length);
  return Buffer.concat([Buffer.from(type), length, content]);
}

const AUTHENTICATED = message("R", Buffer.alloc(4));
const READY = message("Z", Buffer.from("I"));
const TERMINATED = message("E", Buffer.from("SFATAL\0C57P01\0Mterminating connection\0\0"));

let server: Server;
let url: string;

/** Accepts each client and ends its connection in the same packet. */
beforeAll(async () => {
  server = createServer((socket: Socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(Buffer.concat([AUTHENTICATED, READY, TERMINATED])));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  url = `postgresql://person:x@127.0.0.1:${address.port}/any`;
});
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

// An error event without a listener ends the process, and the test run with it.
it("reports a connection that ends in the instant in which it opens, and survives that", async () => {
  const pool = createPool(url);
  await expect(transaction(pool, async (client) => await query(client, "select 1"))).rejects.toMatchObject({
    code: "DATABASE_UNAVAILABLE",
  });
  await pool.end();
});
