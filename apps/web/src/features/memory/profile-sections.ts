/** Splits a profile file before each line that begins a section. A text before the first section is a part too. */
export function splitSections(text: string): readonly string[] {
  return text === "" ? [] : text.split(/\n(?=##\s)/u);
}

/** Returns the text with another part at an index; an empty part is removed. */
export function replaceSection(
  text: string,
  { index, part }: { readonly index: number; readonly part: string },
): string {
  const parts = splitSections(text).map((before, at) => (at === index ? part : before));
  return parts.filter((kept) => kept.trim() !== "").join("\n");
}

/** Returns the title of a part; empty for one without. */
export function sectionTitle(part: string): string {
  return /^##\s+(.*)$/mu.exec(part)?.[1]?.trim() ?? "";
}
