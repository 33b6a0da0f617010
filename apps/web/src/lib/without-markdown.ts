// Stars of a path pattern have no closing pair, or a slash right inside of it.
const BOLD = /(?<![\w/*])\*\*(?=[^\s*/])([^*\n]*[^\s*/])\*\*(?![\w/*])/gu;

/** Returns a text for one line: without Markdown syntax, which takes space. Underscores stay, since they belong to identifiers. */
export function withoutMarkdown(text: string): string {
  return text
    .replace(/^\s*(?:#{1,6}|>)\s/gmu, "")
    .replace(BOLD, "$1")
    .replace(/`/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}
