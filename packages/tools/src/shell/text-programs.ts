const SED_REGEX = /\/(?:[^/\\\n]|\\[^\n])*\//u.source;
const SED_ADDRESS = `(?:(?:\\d+|\\$|${SED_REGEX})(?:,(?:\\d+|\\$|\\+\\d+|${SED_REGEX}))?)?`;
const SED_FLAGS = "[gpiI0-9]*";
/**
 * Scripts of sed that only print: addresses with `p`, `d`, `q` or `=`, several of them only with numbers, where a semicolon cannot be part of a pattern;
 * or a substitution whose flags neither run nor write.
 */
const SED_SCRIPT = new RegExp(
  [
    `${SED_ADDRESS}[pdq=]`,
    "(?:(?:\\d+|\\$)(?:,(?:\\d+|\\$|\\+\\d+))?[pdq=];? ?)+",
    ...["/", "|", "#"].map((mark) => {
      const part = `(?:[^${mark}\\\\\\n]|\\\\[^\\n])*`;
      const separator = mark === "|" ? "\\|" : mark;
      return `s${separator}${part}${separator}${part}${separator}${SED_FLAGS}`;
    }),
  ]
    .map((form) => `^(?:${form})$`)
    .join("|"),
  "u",
);
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
  return scripts.length > 0 && scripts.every((script) => SED_SCRIPT.test(script));
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
