import { describe, expect, it } from "vitest";
import { parsePrompt, renderPrompt } from "./parse.ts";

describe("prompt files", () => {
  const file = "---\nmodel: x\ntemperature: 0.3\n---\n\n$system$\nBe %tone%.\n$user$\nSum up:\n%text%\n";

  it("R30 · reads front matter, sections and variables", () => {
    expect(parsePrompt(file, "a.prompt")).toEqual({
      settings: { model: "x", temperature: "0.3" },
      sections: [
        { role: "system", text: "Be %tone%." },
        { role: "user", text: "Sum up:\n%text%" },
      ],
      variables: ["tone", "text"],
    });
  });

  it("R30 · names the line of a missing and of an unknown variable", () => {
    const section = { role: "user" as const, text: "one\n%text%" };
    expect(() => renderPrompt(section, {}, "a.prompt")).toThrow(
      "a.prompt:2: the variable %text% has no value",
    );
    expect(() => renderPrompt(section, { text: "t", other: "o" }, "a.prompt")).toThrow("no variable %other%");
    expect(renderPrompt(section, { text: "%text%" }, "a.prompt")).toBe("one\n%text%");
  });

  it("R30 · refuses text outside a section with its line", () => {
    expect(() => parsePrompt("---\nmodel: x\n---\nhello\n$user$\n", "a.prompt")).toThrow("a.prompt:4");
  });
});
