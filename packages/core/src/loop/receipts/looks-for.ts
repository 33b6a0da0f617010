import { parseJson } from "../../parse-json.ts";
import { commandOf, isSearch, namesPath, type Receipt } from "./receipt-kinds.ts";

/** A longer pattern is cut, and more are not read. */
const MAX_PATTERN = 200;
const MAX_PATTERNS = 40;
/** The parts of a pattern that require no certain letter: classes, escapes, and what may be absent. */
const UNCERTAIN = /\\[A-Za-z]|\[[^\]]*\][?*]?|\{[\d,]*\}|[\p{L}\p{N}_][?*]/gu;
const LETTERS = /[\p{L}\p{N}_]+/gu;
/** A pattern without this many letters in a row would match any name. */
const MIN_LETTERS = 3;
/** How code writes a name, for patterns that include what is beside it. */
const USES: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `.${name}(`,
  (name) => `import { ${name} } from "${name}";`,
  (name) => `function ${name} (`,
];

/** True if a call names a name, or searches for a pattern that matches it: as a regular expression, in any case, or as a part of it. */
export function looksFor(receipt: Receipt, name: string): boolean {
  return (
    namesPath(receipt, name) ||
    (isSearch(receipt) && patternsOf(receipt).some((pattern) => matches(pattern, name)))
  );
}

/** True if the certain letters of an alternative of the pattern are in the name, or in a use of it, in this order. No pattern of an agent is run, because it may take forever. */
function matches(pattern: string, name: string): boolean {
  return pattern
    .slice(0, MAX_PATTERN)
    .split(/\\?\|/u)
    .some((alternative) => {
      const parts = alternative.toLowerCase().replace(UNCERTAIN, " ").match(LETTERS) ?? [];
      return (
        parts.some((part) => part.length >= MIN_LETTERS) &&
        USES.some((use) => areInOrder(parts, use(name).toLowerCase()))
      );
    });
}

function areInOrder(parts: readonly string[], text: string): boolean {
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

function patternsOf(receipt: Receipt): readonly string[] {
  const command = commandOf(receipt);
  const texts = command === "" ? textsOf(receipt.input) : wordsOf(command);
  return texts.slice(0, MAX_PATTERNS);
}

function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/gu)]
    .slice(1)
    .map(([, double, single, plain]) => double ?? single ?? plain ?? "")
    .filter((word) => !word.startsWith("-"));
}

function textsOf(input: string): readonly string[] {
  try {
    const parsed = parseJson(input);
    return typeof parsed === "object" && parsed !== null
      ? Object.entries(parsed).flatMap(([key, value]) =>
          typeof value === "string" && /pattern|query|regex|search|text/iu.test(key) ? [value] : [],
        )
      : [];
  } catch {
    return [];
  }
}
