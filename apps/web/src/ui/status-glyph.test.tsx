import { describe, expect, it } from "vitest";
import { MESSAGES } from "../lib/generated/messages.ts";
import { StatusGlyph } from "./status-glyph.tsx";
import { STATUS_NAMES } from "./status.ts";
import { markupOf } from "./testing/markup-of.tsx";

function rendered(status: (typeof STATUS_NAMES)[number], decorative: boolean): string {
  return markupOf(<StatusGlyph status={status} decorative={decorative} />, "zh");
}

describe("StatusGlyph", () => {
  it("has a shape of its own for every status, told apart without colour", () => {
    const shapes = STATUS_NAMES.map((status) => rendered(status, true).replace(/^<svg[^>]*>/, ""));
    expect(new Set(shapes).size).toBe(STATUS_NAMES.length);
  });

  it.each(STATUS_NAMES)("names %s in the language of the person", (status) => {
    expect(rendered(status, false)).toContain(`aria-label="${MESSAGES.zh.common.status[status]}"`);
    expect(rendered(status, true)).toContain('aria-hidden="true"');
  });
});
