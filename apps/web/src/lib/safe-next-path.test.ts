import { describe, expect, it } from "vitest";
import { safeNextPath } from "./safe-next-path.ts";

describe("safeNextPath", () => {
  it("accepts only paths on this server", () => {
    expect(safeNextPath("/w/storefront/traces?status=failed")).toBe("/w/storefront/traces?status=failed");
    for (const elsewhere of [
      null,
      "",
      "//evil.example",
      "/\\evil.example",
      "https://evil.example",
      "javascript:alert(1)",
      "/\t/evil.example",
      "/.//evil.example",
      "/a/..//evil.example",
      "/%2e//evil.example",
      "/./\\evil.example",
      "evil.example",
    ]) {
      expect(safeNextPath(elsewhere)).toBe("/");
    }
  });
});
