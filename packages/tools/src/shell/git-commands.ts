import { hasOption } from "./reading-programs.ts";

/** Options that write files or run programs, whatever the subcommand. */
const DANGEROUS = [
  ...[
    "--output",
    "--ext-diff",
    "--textconv",
    "--open-files-in-pager",
    "--upload-pack",
    "--exec",
    "--exec-path",
  ],
  ...["--git-dir", "--work-tree", "--paginate", "--config-env", "--no-index"],
];

const READING = new Set([
  ...["status", "diff", "log", "show", "rev-parse", "ls-files", "ls-tree", "blame", "shortlog", "describe"],
  ...["cat-file", "merge-base", "rev-list", "name-rev", "diff-tree", "version", "grep"],
]);
/** Subcommands that only list when every word is one of these. */
const LISTING: Readonly<Record<string, readonly string[]>> = {
  branch: ["-a", "--all", "-r", "-v", "-vv", "--list", "--show-current"],
  tag: ["-l", "--list", "-n"],
  remote: ["-v", "show", "origin"],
  stash: ["list"],
  worktree: ["list"],
};

/** A git command without the options before its subcommand. `isKnown` is false if one of those could change what it does. */
export type GitCommand = {
  readonly words: readonly string[];
  readonly folders: readonly string[];
  readonly isKnown: boolean;
};

/** Removes the options in front of the subcommand, so that `git -C x push` is `git push` for rules. */
export function withoutGlobalOptions(words: readonly string[]): GitCommand {
  const folders: string[] = [];
  let isKnown = true;
  let index = 0;
  for (; index < words.length; index += 1) {
    const word = words[index] ?? "";
    if (!word.startsWith("-")) break;
    if (word === "-C") {
      index += 1;
      folders.push(words[index] ?? "");
    } else if (word === "-c" || word === "--git-dir" || word === "--work-tree" || word === "--namespace") {
      index += 1;
      isKnown = false;
    } else if (word !== "--no-pager" && word !== "--version") isKnown = false;
  }
  return { words: words.slice(index), folders, isKnown };
}

/** Returns true for a git command that only reads the repository. */
export function onlyReadsGit({ words: [command = "", ...words], isKnown }: GitCommand): boolean {
  if (!isKnown || hasOption(words, DANGEROUS)) return false;
  if (command === "grep" && hasOption(words, ["-O"])) return false;
  return READING.has(command) || (LISTING[command]?.length !== undefined && lists(command, words));
}

function lists(command: string, words: readonly string[]): boolean {
  const allowed = LISTING[command] ?? [];
  const needsOne = command === "stash" || command === "worktree";
  return words.every((word) => allowed.includes(word)) && (!needsOne || words.length > 0);
}
