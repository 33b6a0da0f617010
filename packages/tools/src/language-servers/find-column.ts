/** Returns the column of a name in a line, both from one: of the whole word if there is one, else of the text; null if the line lacks it. */
export function findColumn(text: string, line: number, name: string): number | null {
  const content = text.split(/\r\n|\n|\r/u, line).at(line - 1);
  if (content === undefined) return null;
  for (let at = content.indexOf(name); at !== -1; at = content.indexOf(name, at + 1))
    if (
      !isWordPart(content.charAt(at - 1), name.charAt(0)) &&
      !isWordPart(content.charAt(at + name.length), name.at(-1))
    )
      return at + 1;
  const anywhere = content.indexOf(name);
  return anywhere === -1 ? null : anywhere + 1;
}

/** True if a character continues the word that its neighbor belongs to. */
function isWordPart(character: string, neighbor: string | undefined): boolean {
  return /[\w$]/u.test(character) && /[\w$]/u.test(neighbor ?? "");
}
