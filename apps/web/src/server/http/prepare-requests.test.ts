import { once } from "node:events";
import { createServer, request, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PEER_HEADER } from "./peer-address.ts";
import { prepareRequests, readableAddress } from "./prepare-requests.ts";

describe("prepareRequests", () => {
  const seen: IncomingMessage[] = [];
  let server: Server;
  let stop: () => void;
  beforeAll(async () => {
    stop = prepareRequests(false);
    server = createServer((incoming, response) => {
      seen.push(incoming);
      response.end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(async () => {
    stop();
    server.close();
    await once(server, "close");
  });

  it("sets the peer, a readable address and the header against guessed types on every request", async () => {
    const { port } = server.address() as AddressInfo;
    const headers = { [PEER_HEADER]: "203.0.113.9", connection: "close" };
    const sent = request({ port, path: "/invite/%zz?a=%zz", headers }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    response.resume();
    expect(response.headers["x-content-type-options"]).toBe("nosniff");
    expect(seen.at(-1)?.headers[PEER_HEADER]).toBe("127.0.0.1");
    expect(seen.at(-1)?.url).toBe("/invite/%25zz?a=%zz");
  });
});

describe("readableAddress", () => {
  it.each([
    ["/api/traces/%ab/dag", "/api/traces/%25ab/dag"],
    ["/invite/%>?q=%zz", "/invite/%25>?q=%zz"],
    ["/a%20b/100%", "/a%2520b/100%25"],
  ])("takes the percent signs of %s literally", (address, readable) => {
    expect(readableAddress(address)).toBe(readable);
  });

  it.each(["/", "/w/a%20b?text=%", "/%25zz#%", "/w/%E6%97%A5"])("leaves %s as it is", (address) => {
    expect(readableAddress(address)).toBe(address);
  });

  it("gives a path that can be decoded for any address", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const [path = ""] = readableAddress(`/${text}`).split(/[?#]/);
        expect(() => decodeURIComponent(path)).not.toThrow();
      }),
    );
  });
});
