/** Returns a text for one line: without the Markdown syntax that a line has no room for. Underscores stay, since they belong to identifiers. */
export function withoutMarkdown(text: string): string {
  return text
    .replace(/^\s*(?:#{1,6}|>)\s/gmu, "")
    .replace(/\*\*|`/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}
