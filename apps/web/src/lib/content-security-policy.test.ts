import { describe, expect, it } from "vitest";
import { contentSecurityPolicy } from "./content-security-policy.ts";

describe("contentSecurityPolicy", () => {
  const directives = (development: boolean): Map<string, string> =>
    new Map(
      contentSecurityPolicy({ nonce: "bm9uY2U=", development })
        .split("; ")
        .map((part) => [part.slice(0, part.indexOf(" ")), part.slice(part.indexOf(" ") + 1)]),
    );

  it("allows only scripts with the response's nonce", () => {
    expect(directives(false).get("script-src")).toBe("'self' 'nonce-bm9uY2U=' 'strict-dynamic'");
    expect(directives(true).get("script-src")).toContain("'unsafe-eval'");
  });

  it("prevents framing, base changes and requests to other origins", () => {
    const policy = directives(false);
    for (const name of ["object-src", "base-uri", "frame-ancestors"]) expect(policy.get(name)).toBe("'none'");
    for (const name of ["connect-src", "form-action", "default-src"]) expect(policy.get(name)).toBe("'self'");
    expect(policy.get("img-src")).toBe("'self' data: blob:");
  });
});
