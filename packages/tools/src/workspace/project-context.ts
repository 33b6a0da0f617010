import { lstat, stat } from "node:fs/promises";
import path from "node:path";
import type { ProjectContextFile } from "@goaltrace/core/context";
import { readBounded, readStart } from "../bounded/read-bounded.ts";
import {
  INCLUDE_MAX_DEPTH,
  INCLUDE_MAX_FILES,
  INSTRUCTIONS_MAX_COMPARED_BYTES,
  INSTRUCTIONS_MAX_FILE_BYTES,
  NESTED_MAX_FOLDERS,
} from "../tunables.ts";
import { type ComparedFile, compareWithCommit } from "./committed-files.ts";
import { includedPaths } from "./included-paths.ts";
import { openNamedFile } from "./open-inside.ts";
import { resolveInside } from "./root.ts";

export type ProjectContextOptions = {
  /** Command line only: also reads the parent folders and the person's own file, and takes uncommitted files. */
  readonly ascend: boolean;
  /** The person's home folder. */
  readonly home: string | null;
  /** Absolute paths that are never read. */
  readonly forbiddenFolders: readonly string[];
  /** Whether files that differ from the last commit are instructions. */
  readonly allowsUncommitted: boolean;
  /** Folders in the project folder whose own AGENTS.md counts too, relative to it, outer ones first. Default: none. */
  readonly touchedFolders?: readonly string[];
};

/**
 * Returns the AGENTS.md layers of a project folder, outermost first: `AGENTS.md`, or `CLAUDE.md` where there is none, those of touched folders,
 * then `AGENTS.local.md`. With `ascend`, those of the parent folders come first and the person's own `~/.agents/AGENTS.md` comes last. Files
 * that a layer includes with `@path` follow it. A file reached by several names (links of either kind) counts once, at its first position. A
 * file that leads out of its folder, that tools may not read, or that no person has committed, is refused: the layer has the reason instead of
 * the text.
 */
export async function readProjectContext(
  folder: string,
  options: ProjectContextOptions,
): Promise<readonly ProjectContextFile[]> {
  const found = await withoutRepetitions(candidates(folder, options));
  const files = await loadAll(found, options);
  if (options.ascend || options.allowsUncommitted) return files.map(({ file }) => file);
  const compared = files.flatMap(({ compared: one }) => (one === null ? [] : [one]));
  const states = await compareWithCommit(folder, compared);
  const stateOf = new Map(compared.map(({ path: name }, index) => [name, states[index]]));
  return files.map(({ file, compared: one }) => {
    const state = one === null ? "unversioned" : (stateOf.get(one.path) ?? "unknown");
    return state === "committed" || state === "unversioned"
      ? file
      : { path: file.path, text: "", refusal: state === "changed" ? UNCOMMITTED : UNVERIFIED };
  });
}

const SETTING = "GOALTRACE_ALLOW_UNCOMMITTED_INSTRUCTIONS=1";
const UNCOMMITTED = `it is not in the last commit like this, so an agent may have written it. A person confirms it by committing it, or allows all such files with ${SETTING}.`;
const UNVERIFIED = `git could not tell whether a person committed it. A person can allow such files with ${SETTING}.`;

/** `root`: the folder that a link must not leave. */
type Candidate = {
  readonly file: string;
  readonly root: string;
  readonly shownPath: string;
  readonly isOwn: boolean;
  /** Only read where this file does not exist. */
  readonly insteadOf?: string;
};

function candidates(folder: string, options: ProjectContextOptions): readonly Candidate[] {
  const { ascend, home, touchedFolders = [] } = options;
  const inFolder = (root: string, name: string): Candidate => {
    const file = path.join(root, name);
    return { file, root, shownPath: ascend ? file : name, isOwn: false };
  };
  const nested = (inner: string, name: string): Candidate => inFolder(folder, path.join(inner, name));
  const folders = ascend ? ancestors(folder) : [folder];
  const own = ascend && home !== null ? path.join(home, ".agents", "AGENTS.md") : null;
  return [
    ...folders.flatMap((directory) => [
      inFolder(directory, "AGENTS.md"),
      { ...inFolder(directory, "CLAUDE.md"), insteadOf: path.join(directory, "AGENTS.md") },
    ]),
    ...touchedFolders
      .slice(0, NESTED_MAX_FOLDERS)
      .flatMap((inner) => [
        nested(inner, "AGENTS.md"),
        { ...nested(inner, "CLAUDE.md"), insteadOf: path.join(folder, inner, "AGENTS.md") },
      ]),
    inFolder(folder, "AGENTS.local.md"),
    // People keep the settings of their tools in one folder and link them.
    ...(own === null || home === null ? [] : [{ file: own, root: home, shownPath: own, isOwn: true }]),
  ];
}

/** `names`: how many of the candidates are names of this file (hard links). */
type Found = Candidate & { readonly names: number };

/** Drops the candidates that don't exist and further names of the same file. A broken link stays, to be refused. */
async function withoutRepetitions(all: readonly Candidate[]): Promise<readonly Found[]> {
  const found = new Map<string, Found>();
  for (const candidate of all) {
    const name = await lstat(candidate.file).catch(() => null);
    if (name === null || (await isReplaced(candidate))) continue;
    const identity = await fileIdentity(candidate.file);
    const first = found.get(identity) ?? { ...candidate, names: 0 };
    found.set(identity, { ...first, names: first.names + (name.isFile() ? 1 : 0) });
  }
  return [...found.values()];
}

async function isReplaced({ insteadOf }: Candidate): Promise<boolean> {
  if (insteadOf === undefined) return false;
  return (await lstat(insteadOf).catch(() => null)) !== null;
}

/** The file behind a path; a broken link is its own. */
async function fileIdentity(file: string): Promise<string> {
  const target = await stat(file).catch(() => null);
  return target === null ? file : `${String(target.dev)}:${String(target.ino)}`;
}

/** Loads the layers and, behind each, the files that it includes, as far as they are not layers or included already. */
async function loadAll(found: readonly Found[], options: ProjectContextOptions): Promise<readonly Loaded[]> {
  const seen = new Set(await Promise.all(found.map(async ({ file }) => await fileIdentity(file))));
  const files: Loaded[] = [];
  const addIncluded = async (included: Found, depth: number): Promise<void> => {
    const identity = await fileIdentity(included.file);
    // Mentions of files that do not exist do not count: text may contain any word with an at sign.
    const exists = (await lstat(included.file).catch(() => null)) !== null;
    if (!exists || seen.has(identity) || seen.size > INCLUDE_MAX_FILES) return;
    seen.add(identity);
    if (depth > INCLUDE_MAX_DEPTH) files.push(refusedFile(included.shownPath, TOO_DEEP));
    else if (seen.size > INCLUDE_MAX_FILES) files.push(refusedFile(included.shownPath, TOO_MANY));
    else await add(included, depth);
  };
  const add = async (candidate: Found, depth: number): Promise<void> => {
    const loaded = await load(candidate, options);
    if (loaded === undefined) return;
    files.push(loaded);
    for (const name of includedPaths(loaded.file.text))
      await addIncluded(includedFile(candidate, name), depth + 1);
  };
  for (const candidate of found) await add(candidate, 0);
  return files;
}

const TOO_DEEP = `it is included more than ${String(INCLUDE_MAX_DEPTH)} levels deep. Include it from a file further up.`;
const TOO_MANY = `instructions may have at most ${String(INCLUDE_MAX_FILES)} files; this one and further ones are left out. Join some of them.`;

function refusedFile(shownPath: string, refusal: string): Loaded {
  return { file: { path: shownPath, text: "", refusal }, compared: null };
}

/** The file that `name` means in `includer`: relative to its folder. Leaving the layer's root is refused when it is opened. */
function includedFile({ file, root, shownPath, isOwn }: Found, name: string): Found {
  const shownFolder = path.dirname(shownPath);
  return {
    file: path.resolve(path.dirname(file), name),
    shownPath: path.join(shownFolder === "." ? "" : shownFolder, name),
    ...{ root, isOwn, names: 1 },
  };
}

type Loaded = {
  readonly file: ProjectContextFile;
  /** The file to compare with the last commit; null when there is nothing to confirm. */
  readonly compared: ComparedFile | null;
};

async function load(
  { file, root, shownPath, isOwn, names }: Found,
  { forbiddenFolders }: ProjectContextOptions,
): Promise<Loaded | undefined> {
  const refused = (refusal: string): Loaded => refusedFile(shownPath, refusal);
  const resolved = await resolveInside({ projectFolder: root, forbiddenFolders }, file, "read");
  if (!resolved.ok) return refused(resolved.message);
  const opened = await openNamedFile(resolved.fence, resolved.absolute, {
    purpose: "read",
    knownNames: Math.max(1, names),
  });
  if (!opened.ok) return refused(opened.message);
  try {
    const { size } = await opened.handle.stat();
    const whole = await readBounded(opened.handle, INSTRUCTIONS_MAX_COMPARED_BYTES);
    const start = whole?.subarray(0, INSTRUCTIONS_MAX_FILE_BYTES);
    const text = decodeStart(start ?? (await readStart(opened.handle, INSTRUCTIONS_MAX_FILE_BYTES)));
    if (text.trim() === "") return undefined;
    return {
      file: {
        ...{ path: shownPath, text },
        ...(size > INSTRUCTIONS_MAX_FILE_BYTES ? { characters: size } : {}),
        ...(isOwn ? { trust: "person" as const } : {}),
      },
      compared: { path: resolved.relative, bytes: whole ?? null },
    };
  } finally {
    await opened.handle.close();
  }
}

/** Drops a character that was split at the end. */
function decodeStart(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return bytes.length === INSTRUCTIONS_MAX_FILE_BYTES ? text.replace(/\uFFFD$/u, "") : text;
}

function ancestors(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [...ancestors(parent), folder];
}
