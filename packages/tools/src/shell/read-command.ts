import type { CommandSubject, Subject } from "@goaltrace/core/permissions";
import { joinWords } from "@goaltrace/core/permissions";
import { type CommandNature, commandNature, pathWords } from "./command-nature.ts";
import { withoutGlobalOptions } from "./git-commands.ts";
import { parseShell } from "./parse-shell.ts";
import { programName } from "./program-name.ts";
import { readScript, type Redirection, type SimpleCommand } from "./read-script.ts";
import type { StaticWord } from "./static-word.ts";
import { UNWRAP_MAX_DEPTH } from "./tunables.ts";
import { unwrap, type Unwrapped } from "./unwrap.ts";
import { isOfSystem, isOutOfSight, isTemporary, pathProblem, wordPaths } from "./word-paths.ts";

/** The folder of a command line and whether it runs where it can do no harm outside. */
export type CommandPlace = {
  /** True if an enforcing sandbox holds the command. */
  readonly isContained: boolean;
  /** Folders outside the project that commands see there, besides those of the system. */
  readonly shown: readonly string[];
  /**
   * Returns the names of a path relative to the project folder: as written, and as links resolve it. `..` or `/` in front if it leads outside.
   */
  resolve(path: string): Promise<readonly string[]>;
};

/** A command line as rules see it. `changedPaths` are those that it writes, or names and might write. */
export type CommandReading = {
  readonly subjects: readonly Subject[];
  readonly changedPaths: readonly string[];
};

/**
 * Reads a command line. Every command and file that it could run, read or write is a subject; anything that cannot be determined is an unclear one.
 */
export async function readCommand(text: string, place: CommandPlace): Promise<CommandReading> {
  const reader = new Map<string, Subject>();
  const changed = new Set<string>();
  await readText(text, { place, reader, changed, source: null, folders: ["."], depth: 0, isNeutral: false });
  return { subjects: [...reader.values()], changedPaths: [...changed] };
}

type Reading = {
  readonly place: CommandPlace;
  readonly reader: Map<string, Subject>;
  readonly changed: Set<string>;
  /** The part of the command line that is being read, as written; null for all of it, or when nobody knows which part it is. */
  readonly source: string | null;
  readonly folders: readonly string[] | null;
  readonly depth: number;
  /** True for commands that only rules which ask or deny apply to; otherwise the command around them decides. */
  readonly isNeutral: boolean;
};

function add({ reader, source }: Reading, subject: Subject): void {
  const found = source === null ? subject : { ...subject, source };
  reader.set(JSON.stringify(found), found);
}

function addUnclear(reading: Reading, text: string, why: string): void {
  add(reading, { kind: "command", text, words: [], isFree: false, isUnclear: true, why });
}

async function readText(text: string, reading: Reading): Promise<void> {
  if (text.trim() === "") {
    addUnclear(reading, text, "is empty");
    return;
  }
  const parsed = await parseShell(text);
  if (!parsed.ok) {
    addUnclear(reading, text, parsed.problem);
    return;
  }
  const { commands, problem } = readScript(parsed.root, reading.folders);
  // Old versions of bash, which systems without the sandbox still have, end a substitution at the first bracket in a here-document.
  if (!reading.place.isContained && /\$\(\s*cat\s*<</u.test(text))
    addUnclear(reading, text, "contains a here-document");
  if (problem !== null) addUnclear(reading, text, problem);
  // Commands of a script in a word are part of the command with that word.
  const sourceOf = (source: string): string | null =>
    reading.depth > 0 ? reading.source : source === text.trim() ? null : source;
  for (const { source, redirections, ...command } of commands) {
    const inside = { ...reading, source: sourceOf(source), folders: command.folders };
    for (const redirection of redirections)
      await readRedirection(redirection, textOf(command.words), {
        ...inside,
        source: sourceOf(redirection.source),
      });
    await readSimple(command, inside);
  }
}

async function readSimple(
  { assignments, words, folders }: Pick<SimpleCommand, "assignments" | "words" | "folders">,
  reading: Reading,
): Promise<void> {
  const text = textOf(words);
  for (const { name, value } of assignments)
    if (!isHarmlessAssignment(name, value))
      addUnclear(reading, text, `sets ${name}, which can change what runs`);
  if (folders === null) addUnclear(reading, text, "runs in a folder that is not certain");
  await readWords(words, { isOpen: false }, reading);
}

const HARMLESS_VARIABLES = new Set([
  ...[
    "CI",
    "NO_COLOR",
    "FORCE_COLOR",
    "NODE_ENV",
    "LANG",
    "LANGUAGE",
    "TZ",
    "DEBUG",
    "COLUMNS",
    "LINES",
    "TERM",
  ],
  ...["PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "RUST_BACKTRACE", "VERBOSE"],
]);

function isHarmlessAssignment(name: string, value: string | null): boolean {
  if (value === null || !/^[\w.,:@%+=-]*$/u.test(value)) return false;
  return HARMLESS_VARIABLES.has(name) || /^LC_[A-Z]+$/u.test(name);
}

function textOf(words: readonly (StaticWord | null)[]): string {
  return joinWords(words.map((word) => word?.text ?? "…"));
}

/** Writing to a file is a call of `write_file`; reading one needs no permission of its own. Streams and /dev/null are free. */
async function readRedirection(
  { operator, target }: Redirection,
  text: string,
  reading: Reading,
): Promise<void> {
  if (target === null) {
    if (operator !== "<<") addUnclear(reading, text, "redirects to a file that is known only when it runs");
    return;
  }
  if (target === "/dev/null" || (/^(?:>&|<&)$/u.test(operator) && /^(?:\d+|-)$/u.test(target))) return;
  const isRead = operator === "<";
  for (const path of await namesOf(target, reading)) {
    if (reading.place.isContained && isTemporary(target) && isTemporary(path)) continue;
    if (!isRead) {
      add(reading, { kind: "path", text: path, tool: "write_file" });
      reading.changed.add(path);
    } else add(reading, { kind: "path", text: path, tool: "read_file", isMention: true });
    const problem = pathProblem(path, { isPattern: true });
    if (problem !== null) add(reading, simple([operator, target], false, problem));
  }
}

function simple(words: readonly string[], isFree: boolean, why: string): CommandSubject {
  return { kind: "command", text: joinWords(words), words, isFree, isUnclear: false, why: isFree ? "" : why };
}

async function readWords(
  words: readonly (StaticWord | null)[],
  { isOpen }: { readonly isOpen: boolean },
  reading: Reading,
): Promise<void> {
  const [first, ...rest] = words;
  const text = textOf(words);
  if (first === undefined) return;
  const program = first === null || first.isGlob ? null : programName(first.text, reading.folders);
  if (program === null) {
    addUnclear(reading, text, "runs a program that is known only when it runs");
    return;
  }
  const known = rest.flatMap((word) => (word === null ? [] : [word]));
  const wrapped = unwrap(program, rest);
  const isWrapper = wrapped.kind !== "nothing" && wrapped.kind !== "unclear" && wrapped.isTransparent;
  const nature: CommandNature =
    known.length < rest.length
      ? { kind: "unclear", why: "has a word that is known only when it runs" }
      : wrapped.kind === "unclear"
        ? wrapped
        : commandNature(program, known, { isOpen });
  await readInside(text, wrapped, reading);
  const paths = await readPaths(program, known, { nature, reading });
  const isJudgedInside = isWrapper && program !== "find";
  addCommand({ program, words: ruleWords(program, known), text, nature, ...paths, isJudgedInside }, reading);
}

/** Reads the command or script that another command runs. */
async function readInside(text: string, wrapped: Unwrapped, outer: Reading): Promise<void> {
  if (wrapped.kind !== "inner" && wrapped.kind !== "script") return;
  if (outer.depth >= UNWRAP_MAX_DEPTH) {
    addUnclear(outer, text, "is nested too deeply");
    return;
  }
  const reading = { ...outer, isNeutral: outer.isNeutral || !wrapped.isTransparent, depth: outer.depth + 1 };
  if (wrapped.kind === "script") {
    await readText(wrapped.text, reading);
    return;
  }
  for (const assignment of wrapped.assignments) {
    const [name = "", ...value] = assignment.split("=");
    if (!isHarmlessAssignment(name, value.join("=")))
      addUnclear(outer, text, `sets ${name}, which can change what runs`);
  }
  await readWords(wrapped.words, wrapped, reading);
}

/** The words as rules see them: git without the options before its subcommand. */
function ruleWords(program: string, words: readonly StaticWord[]): readonly string[] {
  const texts = words.map(({ text }) => text);
  return program === "git" ? withoutGlobalOptions(texts).words : texts;
}

function addCommand(
  {
    program,
    words,
    text,
    nature,
    problem,
    isOutOfSight,
    isJudgedInside,
  }: {
    readonly program: string;
    readonly words: readonly string[];
    /** All its words, also those that are known only when it runs. */
    readonly text: string;
    readonly nature: CommandNature;
    readonly isJudgedInside: boolean;
  } & NamedPaths,
  reading: Reading,
): void {
  const all = [program, ...words];
  // Rules that ask or deny see the command even where nothing else is known about it.
  if (isJudgedInside || reading.isNeutral) {
    add(reading, simple(all, true, ""));
    return;
  }
  if (nature.kind === "unclear") {
    add(reading, simple(all, true, ""));
    addUnclear(reading, text, nature.why);
    return;
  }
  const { isContained } = reading.place;
  const isFree =
    problem === null && (nature.kind === "reads_plain" || (isContained && nature.kind !== "asks"));
  const why =
    problem ?? (nature.kind === "asks" ? nature.why : "runs here without a sandbox that could hold it");
  add(reading, { ...simple(all, isFree, why), ...(isOutOfSight ? { isOutOfSight } : {}) });
}

/**
 * Programs for which a folder decides what they, or the commands behind them, run. A file in the private folder for temporary files is written by
 * the same command line, so running or obeying it would be running code that is written in the call.
 */
const FOLLOWS_PLACE = new Set(["cd", "git"]);

/** Why one of the paths that a command names needs a person, and whether it would find nothing there. */
type NamedPaths = { readonly problem: string | null; readonly isOutOfSight: boolean };

/** Adds the paths that a command names. */
async function readPaths(
  program: string,
  words: readonly StaticWord[],
  { nature, reading }: { readonly nature: CommandNature; readonly reading: Reading },
): Promise<NamedPaths> {
  const onlyReads = nature.kind === "reads" || nature.kind === "reads_plain";
  const isReader = onlyReads && reading.place.isContained && !FOLLOWS_PLACE.has(program);
  // A command that asks in any case gives its own reason, unless it surely names such a file.
  const isPattern = nature.kind !== "asks";
  let problem: string | null = null;
  let isHidden = false;
  const named = pathWords(program, words).flatMap((word) => wordPaths(word));
  for (const name of named)
    for (const path of await namesOf(name, reading)) {
      const mayRead = isTemporary(name) ? isTemporary(path) : isOfSystem(name) && isOfSystem(path);
      if (!isReader || !mayRead) problem ??= pathProblem(path, { isPattern });
      isHidden ||= isOutOfSight(path, reading.place.shown);
      add(reading, { kind: "path", text: path, tool: "read_file", isMention: true });
      if (onlyReads) continue;
      add(reading, { kind: "path", text: path, tool: "write_file", isMention: true });
      reading.changed.add(path);
    }
  if (program === "cd" && words.length === 0) problem = "leaves the project folder";
  return { problem, isOutOfSight: onlyReads && reading.place.isContained && isHidden };
}

/** The paths that a name may mean in the folders where its command may run. */
async function namesOf(name: string, { folders, place }: Reading): Promise<readonly string[]> {
  const paths = (folders ?? ["."]).map((folder) => (name.startsWith("/") ? name : `${folder}/${name}`));
  const all = await Promise.all(paths.map(async (path) => await place.resolve(path)));
  return [...new Set(all.flat())];
}
