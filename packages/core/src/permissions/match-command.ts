import { splitWords } from "./command-words.ts";
import type { Effect } from "./rule.ts";

/**
 * Returns true if a pattern covers a command, given by its words after unquoting. This is the one definition of what a rule about commands covers,
 * for the engine, the command line and the interface:
 *
 * - `npm run` covers every command that begins with these words; `=npm test` exactly this command; `*` in a word any characters of it.
 * - A rule that asks or denies also covers forms that do the same: its options anywhere in the command, spelled together (`-rf` for `-f`) or with
 *   a value (`--force=x`), and the program under any path.
 */
export function matchesCommand(pattern: string, words: readonly string[], effect: Effect): boolean {
  const isExact = pattern.startsWith("=");
  const wanted = splitWords(isExact ? pattern.slice(1) : pattern);
  if (wanted.length === 0) return false;
  if (beginsWith(wanted, words)) return !isExact || words.length === wanted.length || effect !== "allow";
  return effect !== "allow" && isEquivalent(wanted, words);
}

function beginsWith(wanted: readonly string[], words: readonly string[]): boolean {
  return (
    words.length >= wanted.length &&
    wanted.every((part, index) => {
      const word = words[index];
      return word !== undefined && matchesWord(part, word);
    })
  );
}

/** The same program, the wanted operands in order at the front of the others, and each wanted option somewhere. */
function isEquivalent(
  [program = "", ...wanted]: readonly string[],
  [given = "", ...words]: readonly string[],
): boolean {
  if (!matchesWord(program, given) && !matchesWord(program, baseName(given))) return false;
  const options = words.filter(isOption);
  const operands = words.filter((word) => !isOption(word));
  return (
    wanted.filter(isOption).every((option) => hasOption(options, option)) &&
    isSubsequence(
      wanted.filter((word) => !isOption(word)),
      operands,
    )
  );
}

/** True if the wanted words occur in this order; values of options may stand between them. */
function isSubsequence(wanted: readonly string[], words: readonly string[]): boolean {
  let next = 0;
  for (const word of words) {
    const part = wanted[next];
    if (part !== undefined && matchesWord(part, word)) next += 1;
  }
  return next === wanted.length;
}

function isOption(word: string): boolean {
  return word.length > 1 && word.startsWith("-");
}

/** True for the option itself, with a value, abbreviated, or with each of its letters among those of the short ones. */
function hasOption(options: readonly string[], option: string): boolean {
  if (options.some((word) => matchesWord(option, word))) return true;
  if (option.startsWith("--"))
    return options.some((word) => {
      const [name = ""] = word.split("=");
      return name.length > MIN_ABBREVIATION && option.startsWith(name);
    });
  const letters = options.filter((word) => !word.startsWith("--")).join("");
  return /^-[A-Za-z]+$/u.test(option) && [...option.slice(1)].every((letter) => letters.includes(letter));
}

/** `--x` could be anything. */
const MIN_ABBREVIATION = 3;

function baseName(path: string): string {
  return path.split("/").at(-1) ?? path;
}

/** Matches a word against a pattern in which `*` stands for any characters. Linear in the product of both lengths. */
function matchesWord(pattern: string, word: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return pattern === word;
  if (!word.startsWith(first)) return false;
  const last = rest.pop() ?? "";
  let at = first.length;
  for (const part of rest) {
    const found = word.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return word.length - last.length >= at && word.endsWith(last);
}
