/**
 * The ways in which a program that only reads can do something else. `options`: dangerous ones, long ones also where they are abbreviated, short
 * ones also among others. `operands`: the most that it may have. `isOpen`: it may be given further words that are known only at run time.
 * `hasPattern`: its first operand is a pattern, not a path. `isPlain`: it reads only the files that it is given, so that it is free without a
 * sandbox too.
 */
export type ReadingProgram = {
  readonly options?: readonly string[];
  readonly operands?: number;
  readonly isOpen?: boolean;
  readonly hasPattern?: boolean;
  readonly isPlain?: boolean;
};

const OPEN: ReadingProgram = { isOpen: true };
const PLAIN: ReadingProgram = { isOpen: true, isPlain: true };

/** Programs that only read, whatever they are given, apart from what is listed here. */
export const READING_PROGRAMS: ReadonlyMap<string, ReadingProgram> = new Map<string, ReadingProgram>([
  ...["cat", "head", "tail", "wc", "ls", "echo", "pwd", "true", "false", ":", "basename", "dirname"].map(
    (name) => [name, PLAIN] as const,
  ),
  ...["cut", "nl", "stat", "tr", "seq", "cd", "sleep", "whoami", "id", "uname", "nproc", "arch"].map(
    (name) => [name, PLAIN] as const,
  ),
  ...["realpath", "readlink", "which", "type", "du", "df", "cmp", "comm", "diff", "od", "strings"].map(
    (name) => [name, OPEN] as const,
  ),
  ...["md5sum", "sha1sum", "sha256sum", "sha512sum", "cksum", "column", "fold", "expand", "tac", "rev"].map(
    (name) => [name, OPEN] as const,
  ),
  ...["paste", "join", "fmt", "uptime", "free"].map((name) => [name, OPEN] as const),
  ["command", {}],
  ["exit", { operands: 1 }],
  ["printf", { options: ["-v"], isPlain: true }],
  ["date", { options: ["-s", "--set", "-f", "--file"], isPlain: true }],
  ["file", { options: ["-C", "--compile", "-m", "--magic-file"] }],
  ["tree", { options: ["-o", "--fromfile"] }],
  ["sort", { options: ["-o", "--output", "--compress-program", "-T", "--temporary-directory"] }],
  ["uniq", { operands: 1 }],
  ["xxd", { options: ["-r", "-revert"], operands: 1 }],
  ["base64", { operands: 1 }],
  ["test", { options: ["-v"] }],
  ["[", { options: ["-v"] }],
  ["jq", { options: ["--rawfile", "--slurpfile", "-f", "--from-file", "-L"], hasPattern: true }],
  ["grep", { isOpen: true, hasPattern: true }],
  ["egrep", { isOpen: true, hasPattern: true }],
  ["fgrep", { isOpen: true, hasPattern: true }],
  ["rg", { options: ["--pre", "--pre-glob", "-z", "--search-zip", "--hostname-bin"], hasPattern: true }],
  ["fd", { options: ["-x", "-X", "--exec", "--exec-batch"], hasPattern: true }],
  [
    "find",
    {
      options: [
        "-delete",
        "-fprint",
        "-fprint0",
        "-fprintf",
        "-fls",
        "-files0-from",
        "-execdir",
        "-ok",
        "-okdir",
      ],
    },
  ],
]);

/** Returns true if one of these words is, contains or abbreviates a dangerous option. */
export function hasOption(words: readonly string[], options: readonly string[]): boolean {
  return words.some((word) => word.startsWith("-") && options.some((option) => isForm(word, option)));
}

function isForm(word: string, option: string): boolean {
  const [name = ""] = word.split("=");
  if (name === option) return true;
  if (option.startsWith("--")) return name.length > 2 && name.startsWith("--") && option.startsWith(name);
  // A short option may stand among others and have its value attached; those with more letters are single words.
  return option.length === 2 && !word.startsWith("--") && word.includes(option.charAt(1));
}
