import { describe, expect, it } from "vitest";
import { isLoopbackRequest, PEER_HEADER, peerAddress } from "./peer-address.ts";

describe("peerAddress", () => {
  it("uses the socket address unless a proxy is trusted", () => {
    expect(peerAddress("::ffff:203.0.113.9", "198.51.100.1", false)).toBe("203.0.113.9");
    expect(peerAddress("10.0.0.1", "1.2.3.4, 203.0.113.9", true)).toBe("203.0.113.9");
    expect(peerAddress("10.0.0.1", undefined, true)).toBe("10.0.0.1");
  });
});

describe("isLoopbackRequest", () => {
  const check = (headers: Record<string, string>): boolean => isLoopbackRequest(new Headers(headers));

  it("accepts requests from this machine", () => {
    expect(check({ [PEER_HEADER]: "127.0.0.1", host: "localhost:3000" })).toBe(true);
    expect(check({ [PEER_HEADER]: "127.0.0.1", host: "127.0.0.1", "x-forwarded-for": "127.0.0.1" })).toBe(
      true,
    );
    expect(check({ [PEER_HEADER]: "::1", host: "[::1]:3000" })).toBe(true);
  });

  it("rejects proxied and remote requests, and foreign host names", () => {
    expect(check({ [PEER_HEADER]: "127.0.0.1", host: "localhost", "x-forwarded-for": "203.0.113.9" })).toBe(
      false,
    );
    expect(check({ [PEER_HEADER]: "203.0.113.9", host: "localhost" })).toBe(false);
    expect(check({ [PEER_HEADER]: "127.0.0.1", host: "evil.example" })).toBe(false);
    expect(check({ host: "localhost" })).toBe(false);
  });
});
