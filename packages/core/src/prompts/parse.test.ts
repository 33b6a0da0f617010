import { describe, expect, it } from "vitest";
import { fillPrompt, parsePrompt } from "./parse.ts";

describe("prompt files", () => {
  const file = "---\nmodel: x\ntemperature: 0.3\n---\n\n$system$\nBe %tone%.\n$user$\nSum up:\n%text%\n";

  it("reads front matter, sections and variables", () => {
    expect(parsePrompt(file, "a.prompt")).toEqual({
      settings: { model: "x", temperature: "0.3" },
      sections: [
        { name: "system", text: "Be %tone%." },
        { name: "user", text: "Sum up:\n%text%" },
      ],
      variables: ["tone", "text"],
    });
  });

  it("names the line of a missing variable and rejects an unknown one", () => {
    const text = "one\n%text%";
    expect(() => fillPrompt(text, {})).toThrow("line 2 of a prompt: the variable %text% has no value");
    expect(() => fillPrompt(text, { text: "t", other: "o" })).toThrow("no variable %other%");
    expect(fillPrompt(text, { text: "%text%" })).toBe("one\n%text%");
  });

  it("rejects text outside a section and names its line", () => {
    expect(() => parsePrompt("---\nmodel: x\n---\nhello\n$user$\n", "a.prompt")).toThrow("a.prompt:4");
  });
});
