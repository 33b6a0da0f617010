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
  ...["for-each-ref", "show-ref", "check-ignore", "check-attr", "cherry", "range-diff", "count-objects"],
]);

/**
 * Subcommands that only list if every word is one of `words`. With one of `openers`, words that are not options only choose what is listed;
 * without it they would be created or changed.
 */
type Listing = { readonly words: readonly string[]; readonly openers?: readonly string[] };
const BRANCH_FILTERS = [
  "--list",
  "-l",
  "--merged",
  "--no-merged",
  "--contains",
  "--no-contains",
  "--points-at",
];
const CONFIG_READS = ["--get", "--get-all", "--get-regexp", "--list", "-l"];
const LISTING: Readonly<Record<string, Listing>> = {
  branch: {
    words: ["-a", "--all", "-r", "--remotes", "-v", "-vv", "--show-current", ...BRANCH_FILTERS],
    openers: BRANCH_FILTERS,
  },
  tag: {
    words: ["-l", "--list", "-n", "--contains", "--points-at"],
    openers: ["-l", "--list", "--contains", "--points-at"],
  },
  remote: { words: ["-v", "show", "get-url", "origin", "upstream"] },
  stash: { words: ["list"] },
  worktree: { words: ["list", "--porcelain"] },
  reflog: { words: ["show", "HEAD"] },
  config: { words: ["--local", "--show-origin", "--name-only", ...CONFIG_READS], openers: CONFIG_READS },
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
  return READING.has(command) || (LISTING[command] !== undefined && lists(command, words));
}

/** These need a word, because without one they do something else. */
const NEED_A_WORD = new Set(["stash", "worktree", "config"]);

function lists(command: string, words: readonly string[]): boolean {
  const { words: allowed = [], openers = [] } = LISTING[command] ?? {};
  if (NEED_A_WORD.has(command) && words.length === 0) return false;
  const isOpened = words.some((word) => openers.includes(word));
  return words.every((word) => allowed.includes(word) || (isOpened && !word.startsWith("-")));
}
