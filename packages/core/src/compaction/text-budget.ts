const CUT = "… [cut]";

/** Returns the beginning of a text with at most `tokens` tokens and a visible mark at the cut; empty if not even the mark fits. */
export function cutToTokens(text: string, tokens: number, count: (text: string) => number): string {
  let counted = count(text);
  if (counted <= tokens) return text;
  let length = text.length;
  while (length > 0) {
    length = Math.floor(length * Math.min(0.9, tokens / counted));
    const cut = `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/u, "")}${CUT}`;
    counted = count(cut);
    if (counted <= tokens) return length === 0 ? "" : cut;
  }
  return "";
}
