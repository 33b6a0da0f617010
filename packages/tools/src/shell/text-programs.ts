/** An address, or two, and `p`, `d`, `q` or `=`. */
const SED_ADDRESSED =
  /^(?:(?:\d+|\$|\/(?:[^/\\\n]|\\[^\n])*\/)(?:,(?:\d+|\$|\+\d+|\/(?:[^/\\\n]|\\[^\n])*\/))?)?[pdq=]$/u;
/** Several of them, with numbers only: a semicolon can be part of a pattern. */
const SED_NUMBERED = /^(?:(?:\d+|\$)(?:,(?:\d+|\$|\+\d+))?[pdq=];? ?)+$/u;
/** A substitution whose flags neither run nor write. */
const SED_SUBSTITUTION =
  /^s(?:\/(?:[^/\\\n]|\\[^\n])*\/(?:[^/\\\n]|\\[^\n])*\/|\|(?:[^|\\\n]|\\[^\n])*\|(?:[^|\\\n]|\\[^\n])*\||#(?:[^#\\\n]|\\[^\n])*#(?:[^#\\\n]|\\[^\n])*#)[gpiI0-9]*$/u;
const SED_SCRIPTS = [SED_ADDRESSED, SED_NUMBERED, SED_SUBSTITUTION];
/** Programs of awk without pipes, output, calls of the system, includes and reads. */
const AWK_PROGRAM = /^(?:(?!system|getline|close|fflush|ENVIRON)[^|>@`])*$/su;

/** Returns true for a use of sed that only prints. */
export function onlyPrintsSed(words: readonly string[]): boolean {
  const scripts: string[] = [];
  let isFirst = true;
  for (const [index, word] of words.entries()) {
    if (["-n", "-E", "-r", "-s"].includes(word)) continue;
    if (word === "-e") {
      scripts.push(words[index + 1] ?? "");
      isFirst = false;
    } else if (word.startsWith("-")) return false;
    else if (isFirst) {
      scripts.push(word);
      isFirst = false;
    }
  }
  return scripts.length > 0 && scripts.every((script) => SED_SCRIPTS.some((form) => form.test(script)));
}

/** Returns true for a use of awk that only prints. */
export function onlyPrintsAwk(words: readonly string[]): boolean {
  const [first = "", second = ""] = words;
  if (/^-F.+$/su.test(first)) return isPlainAwk(second);
  if (first === "-F") return isPlainAwk(words[2] ?? "");
  return isPlainAwk(first);
}

function isPlainAwk(program: string): boolean {
  return !program.startsWith("-") && AWK_PROGRAM.test(program);
}
