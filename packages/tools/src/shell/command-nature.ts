import { onlyReadsGit, withoutGlobalOptions } from "./git-commands.ts";
import { hasOption, READING_PROGRAMS } from "./reading-programs.ts";
import type { StaticWord } from "./static-word.ts";
import { onlyPrintsAwk, onlyPrintsSed } from "./text-programs.ts";
import { asksForVersion, worksInside } from "./work-programs.ts";

/**
 * The effect of a command: reads files that it is given (`reads_plain`), reads (`reads`), runs the project's checks (`works`), or something that asks.
 * `unclear`: it runs code that rules cannot judge, so that no rule with a pattern allows it. `why` ends a sentence.
 */
export type CommandNature =
  | { readonly kind: "reads_plain" | "reads" | "works" }
  | { readonly kind: "asks" | "unclear"; readonly why: string };

const asks = (why: string): CommandNature => ({ kind: "asks", why });

/** Builtins that change what later words mean, or run text. */
const EVALUATING = new Set([
  ...[
    "eval",
    "source",
    ".",
    "trap",
    "alias",
    "unalias",
    "hash",
    "enable",
    "set",
    "shopt",
    "complete",
    "bind",
  ],
  ...["mapfile", "readarray", "read", "let", "declare", "typeset", "local", "export", "readonly", "unset"],
  ...["pushd", "popd", "exec", "builtin", "getopts", "wait", "disown", "fc", "caller", "compgen"],
]);
const INTERPRETERS =
  /^(?:node|nodejs|deno|bun|python[\d.]*|pypy\d*|perl|ruby|php|lua|Rscript|osascript|tclsh|gawk)$/u;

/** Judges a command by its program, as rules name it, and its words. `isOpen`: further words follow at run time. */
export function commandNature(
  program: string,
  words: readonly StaticWord[],
  { isOpen }: { readonly isOpen: boolean },
): CommandNature {
  const texts = words.map(({ text }) => text);
  if (EVALUATING.has(program))
    return { kind: "unclear", why: `changes or evaluates commands with "${program}"` };
  if (asksForVersion(program, texts)) return { kind: "reads" };
  if (INTERPRETERS.test(program) && isGivenCode(texts))
    return { kind: "unclear", why: "runs code that is written in the command or read from its input" };
  const reading = READING_PROGRAMS.get(program);
  if (reading !== undefined) {
    if (hasOption(texts, reading.options ?? []))
      return asks(`uses an option with which ${program} does not only read`);
    const mayGrow = isOpen || words.some((word) => word.isGlob && !/^[\w./]+[/]/u.test(word.text));
    if (mayGrow && reading.isOpen !== true) return asks("is given words that are known only when it runs");
    if (operands(texts) > (reading.operands ?? Number.POSITIVE_INFINITY))
      return asks(`writes what ${program} is given as its second file`);
    if (program === "date" && texts.some((text) => !/^[+-]/u.test(text))) return asks("may set the clock");
    return {
      kind: reading.isPlain === true && !words.some(({ isGlob }) => isGlob) ? "reads_plain" : "reads",
    };
  }
  if (isOpen || words.some(({ isGlob }) => isGlob))
    return asks("is given words that are known only when it runs");
  if (program === "git") {
    const git = withoutGlobalOptions(texts);
    return onlyReadsGit(git) ? { kind: "reads" } : asks("changes the repository, or could");
  }
  if (program === "sed" && onlyPrintsSed(texts)) return { kind: "reads" };
  if (["awk", "gawk", "mawk"].includes(program) && onlyPrintsAwk(texts)) return { kind: "reads" };
  return worksInside(program, texts)
    ? { kind: "works" }
    : asks(`runs ${program}, which is not known to be harmless`);
}

/** Code follows `-c`, `-e` and the like before the first file; without a file it comes from the input. */
function isGivenCode(words: readonly string[]): boolean {
  const first = words.findIndex((word) => !word.startsWith("-") || word === "-m");
  const options = first < 0 ? words : words.slice(0, first);
  if (options.some((word) => /^-[A-Za-z]*[ceEprR]|^-$|^--(?:ev|pr|run|source)/u.test(word))) return true;
  if (words[first] === "eval" || words[first] === "-") return true;
  return first < 0 && !options.some((word) => /^--?(?:test|version|help|v|V|h)/u.test(word));
}

function operands(words: readonly string[]): number {
  return words.filter((word) => !word.startsWith("-")).length;
}

/** The words that may be paths: the pattern of a search only looks like one. */
export function pathWords(program: string, all: readonly StaticWord[]): readonly StaticWord[] {
  if (["echo", "printf", "tr", "cut", "date", "seq", "sleep"].includes(program)) return [];
  const words = program === "jq" ? withoutVariables(all) : all;
  const hasPattern = READING_PROGRAMS.get(program)?.hasPattern === true || ["sed", "awk"].includes(program);
  if (
    !hasPattern ||
    words.some(({ text }) => text === "--files" || /^(?:-[ef]|--(?:regexp|file))/u.test(text))
  )
    return words;
  const end = words.findIndex(({ text }) => text === "--");
  const pattern = words.findIndex(({ text }, index) => !text.startsWith("-") || (end >= 0 && index > end));
  return words.filter((_, index) => index !== pattern);
}

/** Options of jq that take the next word, and those that take the next two, whatever these look like. */
const JQ_TAKES_ONE = /^--(?:indent|from-file|library-path)$|^-[A-Za-z]*[fL]$/u;
const JQ_TAKES_TWO = /^--(?:slurpfile|rawfile|argfile)$/u;

/** Drops the options that give jq a variable, with its name and value. Keeps all words if such an option is the value of another. */
function withoutVariables(words: readonly StaticWord[]): readonly StaticWord[] {
  const at = words.findIndex(({ text }) => ["--arg", "--argjson", "--"].includes(text));
  if (at < 0 || words[at]?.text === "--") return words;
  const [before = "", last = ""] = [words[at - 2]?.text, words[at - 1]?.text];
  if (JQ_TAKES_ONE.test(last) || JQ_TAKES_TWO.test(last) || JQ_TAKES_TWO.test(before)) return words;
  return [...words.slice(0, at), ...withoutVariables(words.slice(at + 3))];
}
