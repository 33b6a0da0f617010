/** Lines of a text that contain what is searched for, whatever its case; all of them when nothing is. */
export function findLines(text: string, search: string): readonly number[] {
  const needle = search.trim().toLowerCase();
  if (needle === "") return [];
  return text.split("\n").flatMap((line, index) => (line.toLowerCase().includes(needle) ? [index] : []));
}
