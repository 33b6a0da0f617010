/** Follows the brackets of a JSON text that arrives in pieces, at a constant cost per character. */
export type JsonNesting = {
  add(piece: string): void;
  /** True once the first object or array has been closed. */
  isClosed(): boolean;
  /** The deepest level so far. */
  depth(): number;
  /** Objects, arrays and the commas between their members so far: at least the number of members. */
  values(): number;
};

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const isOpening = (unit: number): boolean => unit === 91 || unit === 123;
const isClosing = (unit: number): boolean => unit === 93 || unit === 125;

/** Creates a follower at the beginning of a text. Text that is not JSON gives any answer; check it by parsing. */
export function createJsonNesting(): JsonNesting {
  let level = 0;
  let deepest = 0;
  let values = 0;
  let isInText = false;
  let isEscaped = false;
  return {
    add(piece) {
      for (let index = 0; index < piece.length; index += 1) {
        const unit = piece.charCodeAt(index);
        if (isEscaped) isEscaped = false;
        else if (isInText) {
          if (unit === BACKSLASH) isEscaped = true;
          else if (unit === QUOTE) isInText = false;
        } else if (unit === QUOTE) isInText = true;
        else if (isOpening(unit)) {
          values += 1;
          deepest = Math.max(deepest, (level += 1));
        } else if (isClosing(unit)) level -= 1;
        else if (unit === COMMA) values += 1;
      }
    },
    isClosed: () => deepest > 0 && level <= 0 && !isInText,
    depth: () => deepest,
    values: () => values,
  };
}

/** Returns true if the brackets of a JSON text are nested deeper than `levels`; parsing it could then exhaust the stack of its readers. */
export function isNestedDeeperThan(text: string, levels: number): boolean {
  const nesting = createJsonNesting();
  nesting.add(text);
  return nesting.depth() > levels;
}
