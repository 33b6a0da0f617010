/** The character code that ends a line. */
export const LINE_FEED = 10;

/** Returns the number of lines of a text; the last one may lack its line end. Keeps no list of them, which could need gigabytes. */
export function countLines(text: string): number {
  let lines = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let offset = 0; offset < text.length; offset += 1)
    if (text.charCodeAt(offset) === LINE_FEED) lines += 1;
  return lines;
}
