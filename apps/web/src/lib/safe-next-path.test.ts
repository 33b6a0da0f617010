import { describe, expect, it } from "vitest";
import { safeNextPath } from "./safe-next-path.ts";

describe("safeNextPath", () => {
  it("goes back to our own pages only", () => {
    expect(safeNextPath("/w/storefront/traces?status=failed")).toBe("/w/storefront/traces?status=failed");
    for (const elsewhere of [
      null,
      "",
      "//evil.example",
      "/\\evil.example",
      "https://evil.example",
      "javascript:alert(1)",
      "/\t/evil.example",
    ]) {
      expect(safeNextPath(elsewhere)).toBe("/");
    }
  });
});
