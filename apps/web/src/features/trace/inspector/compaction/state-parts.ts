/** A piece of a summary's state text: plain text, or the index line of a folded call with the sequence of its result. */
export type StatePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "call"; readonly line: string; readonly sequence: number };

/**
 * Splits the state text of a summary into its index lines, which begin with the id of a call, and the text around them. `results` holds the
 * sequences of results by the id of their call. Without the id, the pieces joined by line ends are the text.
 */
export function stateParts(text: string, results: ReadonlyMap<string, number>): readonly StatePart[] {
  const parts: StatePart[] = [];
  let plain: string[] = [];
  const endPlain = (): void => {
    if (plain.length > 0) parts.push({ kind: "text", text: plain.join("\n") });
    plain = [];
  };
  for (const line of text.split("\n")) {
    const space = line.indexOf(" ");
    const sequence = space === -1 ? undefined : results.get(line.slice(0, space));
    if (sequence === undefined) {
      plain.push(line);
      continue;
    }
    endPlain();
    parts.push({ kind: "call", line: line.slice(space + 1), sequence });
  }
  endPlain();
  return parts;
}
