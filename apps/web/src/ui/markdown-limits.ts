/** Constructs of Markdown, by their names in the parser. */
export type Construct = "attention" | "strikethrough" | "table" | "blockQuote" | "list" | "setextUnderline";

/** A longer text is shown as it was written: each line may become an element of the page. */
const MAX_CHARACTERS = 100_000;
/** Marks of emphasis in what may be one paragraph. Pairing them takes time quadratic in their number, and each pair nests. */
const MAX_MARKS = 2_000;
/** The sum of the squares of these numbers. */
const MAX_PAIRINGS = 5_000_000;
/** Cells of all tables: short rows are filled up to the number of columns. */
const MAX_CELLS = 20_000;
/** Headings that a line below them makes. Each takes time linear in the length of the text. */
const MAX_UNDERLINES = 300;
/** Quotations and lists inside each other, all of which one line may open. */
const MAX_NESTING = 100;

const EMPHASIS = /\*+|_+|~+/g;
const LINE_END = /\r\n|\r|\n/;
/** Where a paragraph surely begins or ends: other marks of blocks, and the same further in, may be text of the paragraph above. */
const NEW_BLOCK = /^[ \t]*$|^ {0,3}(?:#{1,6}[ \t]|[-+*][ \t]+\S)/;
const FENCE = /^(`{3,})[^`]*$|^(~{3,})/;
const FENCE_END = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;
/** A line that may begin HTML, in which a fence is text. */
const HTML = /^ {0,3}<[a-z/!?]/i;
/** The line below the head of a table. */
const DELIMITER_ROW = /^[-:|\s>+*.)\d]+$/;
/** A line that may make the one above it a heading. */
const UNDERLINE = /^[>\s\d.)*+=-]*[=-]\s*$/;
const CONTAINERS = /^(?:[ \t]{0,12}(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/;
const CONTAINER = />|[-+*]|\d{1,9}[.)]/g;

/**
 * Returns the constructs with which a text of Markdown would take the browser seconds, or overflow its stack: they are shown as written. Null
 * for a text that is too long for any. Linear in the length of the text.
 */
export function costlyConstructs(text: string): readonly Construct[] | null {
  if (text.length > MAX_CHARACTERS) return null;
  const lines = text.split(LINE_END);
  return [
    ...(hasManyMarks(lines) ? (["attention", "strikethrough"] as const) : []),
    ...(hasManyCells(lines) ? (["table"] as const) : []),
    ...(lines.filter((line) => UNDERLINE.test(line)).length > MAX_UNDERLINES
      ? (["setextUnderline"] as const)
      : []),
    ...(lines.some(isDeeplyNested) ? (["blockQuote", "list"] as const) : []),
  ];
}

/**
 * Counts outside of fenced blocks of code that begin at the margin before any HTML. The end of other blocks depends on what they are in, so they count as
 * if they were text.
 */
function hasManyMarks(lines: readonly string[]): boolean {
  let marks = 0;
  let pairings = 0;
  let fence = "";
  let isHtmlAbove = false;
  for (const line of lines) {
    if (fence !== "") {
      if (isClosing(line, fence)) fence = "";
      continue;
    }
    isHtmlAbove ||= HTML.test(line);
    const opened = isHtmlAbove ? null : FENCE.exec(line);
    fence = opened?.[1] ?? opened?.[2] ?? "";
    if (fence !== "" || NEW_BLOCK.test(line)) {
      pairings += marks * marks;
      marks = 0;
    }
    if (fence === "") marks += line.match(EMPHASIS)?.length ?? 0;
    if (marks > MAX_MARKS) return true;
  }
  return pairings + marks * marks > MAX_PAIRINGS;
}

function isClosing(line: string, fence: string): boolean {
  return FENCE_END.exec(line)?.[1]?.startsWith(fence) === true;
}

function hasManyCells(lines: readonly string[]): boolean {
  let cells = 0;
  let columns = 0;
  for (const line of lines) {
    if (line.trim() === "") columns = 0;
    else if (line.includes("-") && line.includes("|") && DELIMITER_ROW.test(line))
      columns = Math.max(columns, line.split("|").length);
    cells += columns;
    if (cells > MAX_CELLS) return true;
  }
  return false;
}

function isDeeplyNested(line: string): boolean {
  const opened = CONTAINERS.exec(line)?.[0] ?? "";
  return opened.length > MAX_NESTING && (opened.match(CONTAINER)?.length ?? 0) > MAX_NESTING;
}
