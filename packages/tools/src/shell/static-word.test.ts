import { describe, expect, it } from "vitest";
import { literalSubstitution } from "./static-word.ts";

function literalOf(...lines: readonly string[]): string | null {
  const text = `$(cat <<'EOF'\n${lines.join("\n")}\nEOF\n)`;
  return literalSubstitution({
    type: "command_substitution",
    text,
    start: 0,
    end: text.length,
    children: [],
  });
}

describe("the text of a here-document in a substitution", () => {
  it("is all that comes before its end", () => {
    expect(literalOf("hello", "$(not run) EOF")).toBe("hello\n$(not run) EOF");
  });

  it("is unknown where bash 5.2 would end it at a line that only begins with its word, whatever the parser reads", () => {
    for (const line of ["EOFtouch pwned )", "EOF touch pwned )", "EOF)", "EOF", "EOFx"])
      expect(literalOf("hello", line), line).toBeNull();
  });
});
