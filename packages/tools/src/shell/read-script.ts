import { posix } from "node:path";
import type { ShellNode } from "./parse-shell.ts";
import { literalSubstitution, type StaticWord, staticWord, statusWord } from "./static-word.ts";
import { FOLDERS_MAX } from "./tunables.ts";

/** A redirection to or from a file, or of one stream to another. `target` is null when it is not static; `source` is the command with it, as written. */
export type Redirection = {
  readonly operator: string;
  readonly target: string | null;
  readonly source: string;
};

/** One command with what it is given; a word is null when it is known only while the command runs. */
export type SimpleCommand = {
  /** The command as the line has it, with its redirections. */
  readonly source: string;
  readonly assignments: readonly { readonly name: string; readonly value: string | null }[];
  readonly words: readonly (StaticWord | null)[];
  readonly redirections: readonly Redirection[];
  /** The folders that it may run in, relative to the project folder; null when one is unknown. */
  readonly folders: readonly string[] | null;
};

/** Everything that a command line runs. `problem`: why that may be incomplete, as the end of a sentence; null if it is certain. */
export type ScriptReading = { readonly commands: readonly SimpleCommand[]; readonly problem: string | null };

const NO_COMMAND = { assignments: [], words: [] };

/** Nodes that only group commands. */
const GROUPS = new Set([
  ...[
    "program",
    "list",
    "pipeline",
    "redirected_statement",
    "subshell",
    "compound_statement",
    "negated_command",
    "if_statement",
    "elif_clause",
    "else_clause",
  ],
  ...["if", "then", "elif", "else", "fi"],
  ...["comment", "&&", "||", "|", "|&", ";", "(", ")", "{", "}", "!", "\n"],
]);

/** Programs for which a number that no one knows yet is only a number. */
const PRINTERS = new Set(["echo", "printf", "exit"]);

const NAMES: Readonly<Record<string, string>> = {
  command_substitution: "a command substitution",
  process_substitution: "a process substitution",
  simple_expansion: "a variable",
  expansion: "a variable",
  arithmetic_expansion: "arithmetic",
  function_definition: "a function definition",
  heredoc_redirect: "a here-document",
  herestring_redirect: "a here-string",
  variable_assignment: "an assignment that later commands see",
  variable_assignments: "assignments that later commands see",
  declaration_command: "a declaration",
  unset_command: "a declaration",
  "&": "a command in the background",
};

/** Reads which commands a parsed command line runs. Also collects those inside of what it does not understand. */
export function readScript(root: ShellNode, startFolders: readonly string[] | null): ScriptReading {
  const commands: SimpleCommand[] = [];
  /** The commands behind which the parser puts redirections on a larger node, each with them. */
  const redirected = new Map<ShellNode, string>();
  const sourceOf = (node: ShellNode): string => redirected.get(node) ?? node.text;
  let folders = startFolders;
  /** The folders after the last command or `&&` list if it ended well; those of `folders` besides, where it did not. */
  let reached = startFolders;
  let problem: string | null = null;
  const complain = (text: string): void => {
    problem ??= text;
  };

  function visit(node: ShellNode, redirections: readonly Redirection[]): void {
    if (node.type === "command" || node.type === "test_command") {
      if (node.type === "command") addCommand(node, redirections);
      else addTest(node, redirections);
      // A substitution has a shell of its own: a `cd` in it leads nothing behind it elsewhere.
      const own = reached;
      node.children.forEach(visitInner);
      reached = own;
      return;
    }
    if (node.type === "list" && node.children[1]?.type === "&&") {
      visitBoth(node, redirections);
      return;
    }
    visitOther(node, redirections);
    // Whether a `cd` in there led anywhere is not known.
    reached = folders;
  }

  function visitOther(node: ShellNode, redirections: readonly Redirection[]): void {
    if (!GROUPS.has(node.type))
      complain(`contains ${NAMES[node.type] ?? `"${node.type.replaceAll("_", " ")}"`}`);
    if (node.children.some(isRedirect)) visitRedirected(node, redirections);
    else for (const child of node.children) visit(child, redirections);
  }

  /** A group, test or definition with redirections, which are those of each command in it. */
  function visitRedirected(node: ShellNode, redirections: readonly Redirection[]): void {
    const rest = node.children.filter((child) => !isRedirect(child));
    const last = lastCommand(rest.at(-1) ?? node);
    redirected.set(last, node.text.slice(last.start - node.start));
    const all = [...redirections, ...ownRedirections(node, sourceOf(last))];
    if (rest.length === 0) complain("only redirects");
    const known = commands.length;
    const foldersBefore = folders;
    for (const child of rest) visit(child, all);
    // A node without a known command, such as `case`, still writes its files.
    if (commands.length === known)
      commands.push({ ...NO_COMMAND, source: sourceOf(last), redirections: all, folders: foldersBefore });
    for (const child of node.children.filter(isRedirect)) visitInner(child);
  }

  /** Commands behind `cd x &&` run only where `cd` led; those after both may run in either folder. */
  function visitBoth({ children }: ShellNode, redirections: readonly Redirection[]): void {
    const [left, , ...right] = children;
    if (left === undefined) return;
    visit(left, redirections);
    const after = folders;
    folders = reached;
    for (const child of right) visit(child, redirections);
    folders = union(after, folders);
  }

  /** Looks for commands inside of words. */
  function visitInner(node: ShellNode): void {
    if (literalSubstitution(node) !== null) {
      const words = [{ text: "cat", isGlob: false }];
      commands.push({ ...NO_COMMAND, source: node.text, words, redirections: [], folders });
      return;
    }
    if (node.type === "command_substitution" || node.type === "process_substitution")
      complain(`contains ${NAMES[node.type] ?? ""}`);
    if (node.type === "command" || node.type === "redirected_statement") visit(node, []);
    else node.children.forEach(visitInner);
  }

  function addCommand(node: ShellNode, redirections: readonly Redirection[]): void {
    const source = sourceOf(node);
    const own = ownRedirections(node, source);
    const assignments = node.children
      .filter(({ type }) => type === "variable_assignment")
      .map(readAssignment);
    const parts = node.children.filter((child) => !isRedirect(child) && child.type !== "variable_assignment");
    const program = parts[0] === undefined ? null : staticWord(parts[0]);
    const isPrinter = PRINTERS.has(program?.text ?? "");
    const words = parts.map((part) => staticWord(part) ?? (isPrinter ? statusWord(part) : null));
    if (words.length === 0) complain("runs no command");
    commands.push({ source, assignments, words, redirections: [...redirections, ...own], folders });
    reached = words[0]?.text === "cd" ? afterCd(folders, words) : folders;
    folders = union(folders, reached);
  }

  /** `[ -f x ]`: a program like any other. `[[ … ]]` evaluates its words. */
  function addTest(node: ShellNode, redirections: readonly Redirection[]): void {
    const leaves = node.children[0]?.type === "[" ? testWords(node) : null;
    if (leaves === null) complain("contains a test that is more than words");
    const words = leaves === null ? [] : [{ text: "[", isGlob: false }, ...leaves];
    commands.push({ ...NO_COMMAND, source: sourceOf(node), words, redirections, folders });
    reached = folders;
  }

  /** The redirections of a command or group. A here-document contains those behind it. */
  function ownRedirections({ children }: ShellNode, source: string): readonly Redirection[] {
    return children
      .filter(isRedirect)
      .flatMap((child) => [
        { ...readRedirect(child, complain), source },
        ...(child.type === "heredoc_redirect" ? ownRedirections(child, source) : []),
      ]);
  }

  visit(root, []);
  if (commands.length === 0 && !root.children.some(({ type }) => type === "comment"))
    complain("runs no command");
  return { commands, problem };
}

function isRedirect({ type }: ShellNode): boolean {
  return type === "file_redirect" || type === "heredoc_redirect" || type === "herestring_redirect";
}

/** The last command of a list or pipe, to which a redirection behind it belongs. */
function lastCommand(node: ShellNode): ShellNode {
  const last = ["list", "pipeline", "negated_command"].includes(node.type) ? node.children.at(-1) : undefined;
  return last === undefined ? node : lastCommand(last);
}

function readRedirect(node: ShellNode, complain: (text: string) => void): Omit<Redirection, "source"> {
  if (node.type !== "file_redirect") {
    complain(`contains ${NAMES[node.type] ?? ""}`);
    return { operator: "<<", target: null };
  }
  const parts = node.children.filter(({ type }) => type !== "file_descriptor");
  const [operator, target, ...more] = parts;
  const word = target === undefined ? null : staticWord(target);
  if (more.length > 0) complain("contains a redirection that is more than a file");
  return { operator: operator?.type ?? "", target: word === null || word.isGlob ? null : word.text };
}

function readAssignment(node: ShellNode): { readonly name: string; readonly value: string | null } {
  const [name, operator, value, ...more] = node.children;
  const word = value === undefined ? { text: "", isGlob: false } : staticWord(value);
  const isPlain = name?.type === "variable_name" && operator?.type === "=" && more.length === 0;
  return { name: name?.text ?? "", value: isPlain ? (word?.text ?? null) : null };
}

function testWords(node: ShellNode): readonly StaticWord[] | null {
  const words: StaticWord[] = [];
  const collect = (child: ShellNode): boolean => {
    if (child.type === "[" || child.type === "]") return true;
    const word = staticWord(child);
    if (word !== null && child.children.length === 0) return words.push(word) > 0;
    if (word !== null) return words.push(word) > 0;
    if (["test_operator", "=", "==", "!=", "!"].includes(child.type))
      return words.push({ text: child.text, isGlob: false }) > 0;
    return ["unary_expression", "binary_expression"].includes(child.type) && child.children.every(collect);
  };
  return node.children.every(collect) ? words : null;
}

/** The folders where a `cd` leads; null when that is not certain. */
function afterCd(
  folders: readonly string[] | null,
  [, target, ...more]: readonly (StaticWord | null)[],
): readonly string[] | null {
  if (folders === null || target == null || target.isGlob || more.length > 0) return null;
  if (target.text === "" || target.text.startsWith("-")) return null;
  if (target.text.startsWith("/")) return [posix.normalize(target.text)];
  return folders.map((folder) => posix.join(folder, target.text));
}

/** Whether a `cd` works is known only at run time, so the folders before it stay possible. */
function union(first: readonly string[] | null, second: readonly string[] | null): readonly string[] | null {
  if (first === null || second === null) return null;
  const all = [...new Set([...first, ...second])];
  return all.length > FOLDERS_MAX ? null : all;
}
