import { describe, expect, it } from "vitest";
import { isSameOrigin } from "./same-origin.ts";

const ask = (headers: Record<string, string>, publicUrl: string | null = null): boolean =>
  isSameOrigin(new Headers({ host: "localhost:3000", ...headers }), publicUrl);

describe("isSameOrigin", () => {
  it("takes changes from our own pages on any port of this machine", () => {
    expect(ask({ origin: "http://localhost:3000", "sec-fetch-site": "same-origin" })).toBe(true);
    expect(ask({ host: "127.0.0.1:4123", origin: "http://127.0.0.1:4123" })).toBe(true);
    expect(ask({ origin: "https://team.example" }, "https://team.example/")).toBe(true);
  });

  it("takes them from programs that are no browser", () => {
    expect(ask({})).toBe(true);
  });

  it("refuses other sites, other ports, and origins that hide", () => {
    expect(ask({ origin: "https://evil.example", "sec-fetch-site": "cross-site" })).toBe(false);
    expect(ask({ origin: "http://localhost:3001", "sec-fetch-site": "same-site" })).toBe(false);
    expect(ask({ origin: "null" })).toBe(false);
    expect(ask({ "sec-fetch-site": "cross-site" })).toBe(false);
    expect(ask({ origin: "http://localhost:3000.evil.example" })).toBe(false);
  });
});
