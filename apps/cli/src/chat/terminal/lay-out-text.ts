import { textWidth } from "./text-width.ts";

/** A place on a terminal, counted from 0. */
export type Place = { readonly row: number; readonly column: number };

/** A text broken into lines that fit, and the place of each of its characters. */
export type TextLayout = {
  readonly lines: readonly string[];
  /** Returns the place of the character at this index (UTF-16 units); that of the end for an index behind it. */
  place(index: number): Place;
};

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * Breaks a text at its line feeds and wherever a line would be wider than `columns`. A wide character that does not fit moves to the next
 * line as a whole. The text has no tabs and no escape sequences.
 */
export function layOutText(text: string, columns: number): TextLayout {
  const lines = [""];
  const places = new Map<number, Place>();
  let column = 0;
  const breakLine = (): void => {
    lines.push("");
    column = 0;
  };
  for (const { segment, index } of segmenter.segment(text)) {
    const isBreak = segment === "\n" || segment === "\r\n";
    const width = isBreak ? 0 : textWidth(segment);
    if (column + width > columns && column > 0) breakLine();
    places.set(index, { row: lines.length - 1, column });
    if (isBreak) breakLine();
    else {
      lines[lines.length - 1] = `${lines.at(-1) ?? ""}${segment}`;
      column += width;
    }
  }
  // The cursor behind a full line is on the next one.
  if (column >= columns) breakLine();
  const end: Place = { row: lines.length - 1, column };
  return { lines, place: (index) => places.get(index) ?? end };
}
