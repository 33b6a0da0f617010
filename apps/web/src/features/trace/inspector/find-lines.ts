/** Returns the indexes of the lines that contain a text, ignoring case; all lines for an empty search. */
export function findLines(text: string, search: string): readonly number[] {
  const needle = search.trim().toLowerCase();
  if (needle === "") return [];
  return text.split("\n").flatMap((line, index) => (line.toLowerCase().includes(needle) ? [index] : []));
}
