const CUT = "… [cut]";

/** The beginning of a text that counts at most `tokens`, with a visible mark where it was cut; empty when not even that fits. */
export function cutToTokens(text: string, tokens: number, count: (text: string) => number): string {
  let counted = count(text);
  if (counted <= tokens) return text;
  let length = text.length;
  while (length > 0) {
    length = Math.floor(length * Math.min(0.9, tokens / Math.max(1, counted)));
    const cut = `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/u, "")}${CUT}`;
    counted = count(cut);
    if (counted <= tokens) return length === 0 ? "" : cut;
  }
  return "";
}
