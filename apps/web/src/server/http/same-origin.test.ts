import { describe, expect, it } from "vitest";
import { assertOwnHost, isSameOrigin } from "./same-origin.ts";

const check = (headers: Record<string, string>, publicUrl: string | null = null): boolean =>
  isSameOrigin(new Headers({ host: "localhost:3000", ...headers }), publicUrl);

describe("isSameOrigin", () => {
  it("accepts requests from our own pages on any host and port", () => {
    expect(check({ origin: "http://localhost:3000", "sec-fetch-site": "same-origin" })).toBe(true);
    expect(check({ host: "127.0.0.1:4123", origin: "http://127.0.0.1:4123" })).toBe(true);
    expect(check({ origin: "https://team.example" }, "https://team.example/")).toBe(true);
  });

  it("accepts requests from programs other than browsers", () => {
    expect(check({})).toBe(true);
  });

  it("rejects other sites, other ports and opaque origins", () => {
    expect(check({ origin: "https://evil.example", "sec-fetch-site": "cross-site" })).toBe(false);
    expect(check({ origin: "http://localhost:3001", "sec-fetch-site": "same-site" })).toBe(false);
    expect(check({ origin: "null" })).toBe(false);
    expect(check({ "sec-fetch-site": "cross-site" })).toBe(false);
    expect(check({ origin: "http://localhost:3000.evil.example" })).toBe(false);
  });
});

describe("assertOwnHost", () => {
  const open =
    (headers: Record<string, string>, publicUrl: string | null = null) =>
    (): void =>
      assertOwnHost(new Headers(headers), publicUrl);

  it("accepts loopback names, the configured URL and programs that send no host", () => {
    for (const host of ["localhost", "LOCALHOST:3000", "127.0.0.1:3000", "127.8.8.8", "[::1]:3000"])
      expect(open({ host }), host).not.toThrow();
    expect(open({})).not.toThrow();
    expect(open({ host: "team.example" }, "https://team.example/")).not.toThrow();
    expect(open({ host: "web:3000", origin: "https://team.example" }, "https://team.example")).not.toThrow();
  });

  it("rejects other names, which a foreign page may resolve to this machine", () => {
    for (const host of [
      "evil.example",
      "localhost.evil.example",
      "127.0.0.1.evil.example:3000",
      "10.0.0.5",
      "",
    ])
      expect(open({ host, origin: `http://${host}` }), host).toThrow("no owner yet");
    expect(open({ host: "evil.example" }, "https://team.example")).toThrow("no owner yet");
  });
});
