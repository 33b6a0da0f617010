import type { ShellNode } from "./parse-shell.ts";

/** A word as the program receives it. `isGlob` if bash may replace it by names of files. */
export type StaticWord = { readonly text: string; readonly isGlob: boolean };

/** Returns the value of a word; null when it is known only while the command runs, or bash could read it differently. */
export function staticWord(node: ShellNode): StaticWord | null {
  switch (node.type) {
    case "command_name":
    case "concatenation":
      return joined(node.children);
    case "word":
      return node.children.length > 0 ? null : bareWord(node.text);
    case "number":
      return node.children.length > 0 || !/^-?\d+$/u.test(node.text) ? null : plain(node.text);
    case "raw_string":
      return plain(node.text.slice(1, -1));
    case "string":
      return doubleQuoted(node);
    case "ansi_c_string":
      return ansiString(node.text.slice(2, -1));
    default:
      return null;
  }
}

const plain = (text: string): StaticWord => ({ text, isGlob: false });

function joined(nodes: readonly ShellNode[]): StaticWord | null {
  let text = "";
  let isGlob = false;
  for (const node of nodes) {
    const part = staticWord(node);
    if (part === null) return null;
    text += part.text;
    isGlob ||= part.isGlob;
  }
  // Parts that are harmless alone can form an expansion of braces: `{a,b}`.
  const source = nodes.map((node) => (node.type === "word" ? node.text : "")).join("");
  return BRACES.test(source) && text !== "{}" ? null : { text, isGlob };
}

const BRACES = /\{.*(?:,|\.\.).*\}|^\{|\}$/su;

/** Removes backslashes. Tildes at the start, braces and what may start an expansion are not static. */
function bareWord(source: string): StaticWord | null {
  if (/^~|[=:]~|[$`<>|&;()"']/u.test(source.replace(/\\./gsu, ""))) return null;
  const bare = source.replace(/\\./gsu, "");
  if (/\{.*(?:,|\.\.).*\}/su.test(bare)) return null;
  const text = source.replace(/\\\n/gu, "").replace(/\\(.)/gsu, "$1");
  // Globs that are quoted are plain; anything else that matches file names depends on the folder.
  return { text, isGlob: /[*?[\]]/u.test(bare) };
}

function doubleQuoted({ children, text }: ShellNode): StaticWord | null {
  const [, only, ...end] = children;
  if (only?.type === "command_substitution" && end.length === 1 && text === `"${only.text}"`) {
    const literal = literalSubstitution(only);
    return literal === null ? null : plain(literal);
  }
  if (children.some(({ type }) => type !== '"' && type !== "string_content")) return null;
  const inner = text.slice(1, -1);
  if (/(?:^|[^\\])(?:\\\\)*[`$]/u.test(inner)) return null;
  return plain(inner.replace(/\\\n/gu, "").replace(/\\([$`"\\])/gu, "$1"));
}

const LITERAL = /^\$\(cat <<'(?<end>[A-Za-z_]\w*)'\n(?<text>[\s\S]*?\n)??\k<end>\n[ \t]*\)$/u;

/**
 * Returns the text of `$(cat <<'EOF' … EOF)`, as agents write messages of several lines: nothing in it is expanded, and `cat` prints it. Null for anything
 * else, also where a line that ends the text earlier would leave commands behind it.
 */
export function literalSubstitution(node: ShellNode): string | null {
  if (node.type !== "command_substitution") return null;
  const { end, text = "" } = LITERAL.exec(node.text)?.groups ?? {};
  // Bash 5.2 also ends it at a line that only begins with that word, if a bracket follows.
  if (end === undefined || text.split("\n").some((line) => line.startsWith(end))) return null;
  return text.replace(/\n+$/u, "");
}

/** The exit code of the last command, and those of the last pipeline. */
const STATUS = /\$\?|\$\{PIPESTATUS\[\d\]\}/gu;

/** Returns a word that contains exit codes, with 0 in their place; null for any other word. */
export function statusWord(node: ShellNode): StaticWord | null {
  if (isStatus(node)) return plain("0");
  if (node.type !== "string" || !node.children.every(isStatusPart)) return null;
  const inner = node.text.slice(1, -1).replaceAll(STATUS, "0");
  return /[`$\\]/u.test(inner) ? null : plain(inner);
}

function isStatusPart(node: ShellNode): boolean {
  return node.type === '"' || node.type === "string_content" || isStatus(node);
}

function isStatus({ type, text }: ShellNode): boolean {
  return (type === "simple_expansion" || type === "expansion") && text.replaceAll(STATUS, "") === "";
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ n: "\n", t: "\t", r: "\r", a: "\u0007", b: "\b", e: "\u001B", E: "\u001B", f: "\f", v: "\v" },
  ...{ "\\": "\\", "'": "'", '"': '"', "?": "?" },
};

function ansiString(source: string): StaticWord | null {
  const text = source.replace(
    /\\(?:[xu][0-9a-fA-F]{1,4}|[0-7]{1,3}|.)/gsu,
    (escape) => ESCAPES[escape.slice(1)] ?? numbered(escape.slice(1)) ?? escape,
  );
  // A NUL ends the string for bash; other letters have meanings that no one needs here.
  return text.includes("\0") || /\\[^\\]/u.test(text) ? null : plain(text);
}

/** `x72`, `u0072`, `162`; more than two digits after an x end the number for bash, so they are not known here. */
function numbered(escape: string): string | undefined {
  const isHex = /^(?:x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4})$/u.test(escape);
  if (isHex) return String.fromCodePoint(Number.parseInt(escape.slice(1), 16));
  return /^[0-7]{1,3}$/u.test(escape) ? String.fromCodePoint(Number.parseInt(escape, 8) % 256) : undefined;
}
