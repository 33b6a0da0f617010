type LastLines = { readonly lines: readonly string[]; readonly isTruncated: boolean };

/**
 * Returns the last `count` lines of a text, without trailing empty ones. As in a terminal, a carriage return overwrites its line.
 * `isTruncated` is true when earlier lines were dropped.
 */
export function lastLines(text: string, count: number): LastLines {
  const end = text.trimEnd();
  if (end === "") return { lines: [], isTruncated: false };
  const all = end.split(/\r?\n/);
  const lines = all.slice(-count).map((line) => line.slice(line.lastIndexOf("\r") + 1));
  return { lines, isTruncated: all.length > count };
}
