import { describe, expect, it } from "vitest";
import { MESSAGES } from "../lib/generated/messages.ts";
import { StatusGlyph } from "./status-glyph.tsx";
import { STATUS_NAMES } from "./status.ts";
import { renderMarkup } from "./testing/render-markup.tsx";

function render(status: (typeof STATUS_NAMES)[number], decorative: boolean): string {
  return renderMarkup(<StatusGlyph status={status} decorative={decorative} />, "zh");
}

describe("StatusGlyph", () => {
  it("has a distinct shape for every status, independent of color", () => {
    const shapes = STATUS_NAMES.map((status) => render(status, true).replace(/^<svg[^>]*>/, ""));
    expect(new Set(shapes).size).toBe(STATUS_NAMES.length);
  });

  it.each(STATUS_NAMES)("labels %s in the person's language", (status) => {
    expect(render(status, false)).toContain(`aria-label="${MESSAGES.zh.common.status[status]}"`);
    expect(render(status, true)).toContain('aria-hidden="true"');
  });
});
