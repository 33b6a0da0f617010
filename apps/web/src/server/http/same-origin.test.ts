import { describe, expect, it } from "vitest";
import { isSameOrigin } from "./same-origin.ts";

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
