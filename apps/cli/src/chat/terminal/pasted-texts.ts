/** Stands for a line break in the edited line, which the line editor would take as Enter. */
export const LINE_BREAK = "\uE000";
/** The first character that stands for a folded text; the others follow. */
const FIRST_FOLDED = 0xe1_00;
const MOST_FOLDED = 0x7_ff;
/** A pasted text of more lines, or of more characters, is folded to one character of the edited line. */
const MOST_LINES = 4;
const MOST_CHARACTERS = 600;

/** The texts that a person pasted, which the edited line shows as one character each. */
export type PastedTexts = {
  /** Returns what to insert into the edited line for a pasted text. */
  insert(text: string): string;
  /** Returns the text that an edited line stands for. */
  expand(line: string): string;
  /** Returns an edited line as a person sees it, and where its character at `cursor` is in that. */
  show(line: string, cursor: number): { readonly text: string; readonly cursor: number };
};

/** Keeps the pasted texts of a session, so that lines of its history can be sent again. */
export function createPastedTexts(): PastedTexts {
  const folded: string[] = [];
  const foldedAt = (character: string): string | undefined =>
    folded[(character.codePointAt(0) ?? 0) - FIRST_FOLDED];
  const showCharacter = (character: string): string => {
    if (character === LINE_BREAK) return "\n";
    const text = foldedAt(character);
    return text === undefined ? character : `[${describe(text)}]`;
  };
  return {
    insert: (pasted) => {
      const text = toPlainText(pasted);
      const isShort = text.split("\n").length <= MOST_LINES && text.length <= MOST_CHARACTERS;
      if (isShort || folded.length > MOST_FOLDED) return toEdited(text);
      folded.push(text);
      return String.fromCodePoint(FIRST_FOLDED + folded.length - 1);
    },
    expand: (line) =>
      [...line]
        .map((character) => (character === LINE_BREAK ? "\n" : (foldedAt(character) ?? character)))
        .join(""),
    show: (line, cursor) => {
      const showPart = (part: string): string => [...part].map(showCharacter).join("");
      const before = showPart(line.slice(0, cursor));
      return { text: before + showPart(line.slice(cursor)), cursor: before.length };
    },
  };
}

/** Returns a text with line breaks as one that can be edited in a line. */
export function toEdited(text: string): string {
  return text.replaceAll("\n", LINE_BREAK);
}

/** Line feeds only, tabs as spaces, and nothing that controls a terminal or that stands for something else here. */
function toPlainText(text: string): string {
  return text
    .replaceAll(/\r\n?/gu, "\n")
    .replaceAll("\t", "    ")
    .replaceAll(/(?!\n)\p{Cc}|[\u{E000}-\u{F8FF}]/gu, "");
}

function describe(text: string): string {
  const lines = text.split("\n").length;
  return lines > 1 ? `pasted ${lines} lines` : `pasted ${text.length} characters`;
}
