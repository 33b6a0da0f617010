import { describe, expect, it } from "vitest";
import { joinProjectContext, projectContextLimit } from "./agents-md.ts";

describe("joinProjectContext", () => {
  it("joins the layers outermost first under their paths", () => {
    const joined = joinProjectContext([
      { path: "AGENTS.md", text: "outer" },
      { path: "src/AGENTS.md", text: "inner" },
    ]);
    expect(joined?.text).toBe(
      "<project-context>\n# AGENTS.md\n\nouter\n\n# src/AGENTS.md\n\ninner\n</project-context>",
    );
    expect(joined?.layers.map((layer) => layer.path)).toEqual(["AGENTS.md", "src/AGENTS.md"]);
  });

  it("cuts a file of 200 kB with a notice of how much is missing", () => {
    const joined = joinProjectContext([{ path: "AGENTS.md", text: "x".repeat(200_000) }], 32_000);
    expect(joined?.text).toContain("[cut: 168000 of 200000 characters of AGENTS.md omitted]");
    expect(joined?.layers).toMatchObject([{ characters: 200_000, shownCharacters: 32_000 }]);
  });

  it("cuts the outermost file first and never drops one silently", () => {
    const joined = joinProjectContext(
      [
        { path: "AGENTS.md", text: "o".repeat(50) },
        { path: "a/AGENTS.md", text: "m".repeat(50) },
        { path: "a/b/AGENTS.md", text: "i".repeat(80) },
      ],
      100,
    );
    expect(joined?.layers.map((layer) => layer.shownCharacters)).toEqual([0, 20, 80]);
    expect(joined?.text).toContain("[cut: 50 of 50 characters of AGENTS.md omitted]");
  });

  it("states the full length of a partially read file", () => {
    const joined = joinProjectContext([{ path: "AGENTS.md", text: "x".repeat(10), characters: 5_000 }], 100);
    expect(joined?.text).toContain("[cut: 4990 of 5000 characters");
  });

  it("shows the reason instead of the text of a refused file", () => {
    const joined = joinProjectContext([{ path: "AGENTS.md", text: "", refusal: "It is a link." }]);
    expect(joined?.layers[0]?.block).toBe(
      "# AGENTS.md\n\n[AGENTS.md is not part of these instructions: It is a link.]",
    );
  });

  it("does not split a surrogate pair", () => {
    const joined = joinProjectContext([{ path: "AGENTS.md", text: "ab😀" }], 3);
    expect(joined?.layers[0]?.shownCharacters).toBe(2);
    expect(joined?.text).toContain("[cut: 2 of 4 characters");
  });

  it("uses at most a quarter of a small window", () => {
    expect(projectContextLimit(8_000)).toBe(7_000);
    expect(projectContextLimit(128_000)).toBe(32_000);
  });
});
