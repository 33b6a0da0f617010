/** Characters as URLs, JSON and Markdown write them. JSON within JSON doubles the backslashes. */
const ESCAPE = /%([0-9A-Fa-f]{2})|\\{1,64}u([0-9A-Fa-f]{4})|\\{1,64}([_*.+=~#-])/gu;
const HAS_ESCAPE = /%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\[_*.+=~#-]/u;

/** Returns whether a text has escapes that `unescape` replaces. */
export function hasEscapes(text: string): boolean {
  return HAS_ESCAPE.test(text);
}

/** Returns a text without its escapes, and where each of its characters begins in the given text; one more place is its end. */
export function unescape(text: string): { readonly plain: string; readonly places: readonly number[] } {
  let plain = "";
  const places: number[] = [];
  const add = (characters: string, at: number, step: number): void => {
    for (let index = 0; index < characters.length; index += 1) places.push(at + index * step);
    plain += characters;
  };
  let last = 0;
  for (const { 0: whole, 1: byte, 2: unit, 3: mark, index } of text.matchAll(ESCAPE)) {
    add(text.slice(last, index), last, 1);
    add(mark ?? String.fromCharCode(Number.parseInt(byte ?? unit ?? "", 16)), index, 0);
    last = index + whole.length;
  }
  add(text.slice(last), last, 1);
  places.push(text.length);
  return { plain, places };
}
