import { describe, expect, it } from "vitest";
import { renderMarkup } from "../../ui/testing/render-markup.tsx";
import { MessageText } from "./message-text.tsx";

describe("the text of a message", () => {
  it("is shown in full up to about one screen", () => {
    expect(renderMarkup(<MessageText text={"line\n".repeat(12)} />, "en")).not.toContain("<button");
  });

  it("is folded when it has many lines or characters, and says how long it is", () => {
    for (const text of ["line\n".repeat(300).trimEnd(), "x".repeat(24_000)]) {
      const markup = renderMarkup(<MessageText text={text} />, "en");
      expect(markup).toContain("line-clamp-12");
      expect(markup).toContain("Show all 300 lines");
    }
  });
});
