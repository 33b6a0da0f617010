import { describe, expect, it } from "vitest";
import { isLoopbackRequest, PEER_HEADER, peerOf } from "./peer-address.ts";

describe("peerOf", () => {
  it("believes the socket alone unless a proxy is configured", () => {
    expect(peerOf("::ffff:203.0.113.9", "198.51.100.1", false)).toBe("203.0.113.9");
    expect(peerOf("10.0.0.1", "1.2.3.4, 203.0.113.9", true)).toBe("203.0.113.9");
    expect(peerOf("10.0.0.1", undefined, true)).toBe("10.0.0.1");
  });
});

describe("isLoopbackRequest", () => {
  const ask = (headers: Record<string, string>): boolean => isLoopbackRequest(new Headers(headers));

  it("takes this machine's own requests", () => {
    expect(ask({ [PEER_HEADER]: "127.0.0.1", host: "localhost:3000" })).toBe(true);
    expect(ask({ [PEER_HEADER]: "127.0.0.1", host: "127.0.0.1", "x-forwarded-for": "127.0.0.1" })).toBe(true);
    expect(ask({ [PEER_HEADER]: "::1", host: "[::1]:3000" })).toBe(true);
  });

  it("refuses what a proxy passed on, what comes from elsewhere, and names that lead here", () => {
    expect(ask({ [PEER_HEADER]: "127.0.0.1", host: "localhost", "x-forwarded-for": "203.0.113.9" })).toBe(
      false,
    );
    expect(ask({ [PEER_HEADER]: "203.0.113.9", host: "localhost" })).toBe(false);
    expect(ask({ [PEER_HEADER]: "127.0.0.1", host: "evil.example" })).toBe(false);
    expect(ask({ host: "localhost" })).toBe(false);
  });
});
