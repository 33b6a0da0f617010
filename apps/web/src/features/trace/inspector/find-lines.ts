/** Lines of a text that contain what is searched for, whatever its case; all of them when nothing is. */
export function findLines(text: string, search: string): readonly number[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === "") return [];
  return text.split("\n").flatMap((line, index) => (line.toLowerCase().includes(wanted) ? [index] : []));
}
