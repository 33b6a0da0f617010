/** The end of what a terminal would show of a text. */
type LastLines = { readonly lines: readonly string[]; readonly isCut: boolean };

/**
 * The last `count` lines of a text, without empty ones at the end. A carriage return writes over its line, as progress bars do. `isCut`
 * when lines came before them.
 */
export function lastLines(text: string, count: number): LastLines {
  const end = text.trimEnd();
  if (end === "") return { lines: [], isCut: false };
  const all = end.split(/\r?\n/);
  const lines = all.slice(-count).map((line) => line.slice(line.lastIndexOf("\r") + 1));
  return { lines, isCut: all.length > count };
}
