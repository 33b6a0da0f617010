/** A SKILL.md in two. `strict` is the front matter as the public validator finds it, which ends at any `---`, even within a line. */
export type SplitSkill =
  | { readonly kind: "split"; readonly lenient: string; readonly strict: string; readonly body: string }
  | { readonly kind: "no_front_matter" }
  /** Some validators close it within a line; agents get none of it. */
  | { readonly kind: "open_front_matter" };

/** Splits the text of a SKILL.md. Leaves out a byte order mark; accepts line ends of any system. */
export function splitFrontMatter(source: string): SplitSkill & { readonly hasMark: boolean } {
  const hasMark = source.startsWith("\uFEFF");
  const text = (hasMark ? source.slice(1) : source).replace(/\r\n?/gu, "\n");
  const lines = text.split("\n");
  if (lines[0]?.trimEnd() !== "---") return { kind: "no_front_matter", hasMark };
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === "---");
  if (end < 0) return { kind: "open_front_matter", hasMark };
  return {
    kind: "split",
    lenient: lines.slice(1, end).join("\n"),
    strict: text.split("---", 2)[1] ?? "",
    body: lines
      .slice(end + 1)
      .join("\n")
      .trim(),
    hasMark,
  };
}
