import { lstat, stat } from "node:fs/promises";
import path from "node:path";
import type { ProjectContextFile } from "@goaltrace/core/context";
import { readBounded, readStart } from "../bounded/read-bounded.ts";
import { INSTRUCTIONS_MAX_COMPARED_BYTES, INSTRUCTIONS_MAX_FILE_BYTES } from "../tunables.ts";
import { type ComparedFile, compareWithCommit } from "./committed-files.ts";
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
};

/**
 * Returns the AGENTS.md layers of a project folder, outermost first: `AGENTS.md`, then `AGENTS.local.md`. With `ascend`, those of the parent
 * folders come first and the person's own `~/.agents/AGENTS.md` comes last. A file reached by several names (links of either kind) counts
 * once, at its first position. A file that leads out of its folder, that tools may not read, or that no person has committed, is refused: the
 * layer has the reason instead of the text.
 */
export async function readProjectContext(
  folder: string,
  options: ProjectContextOptions,
): Promise<readonly ProjectContextFile[]> {
  const found = await withoutRepetitions(candidates(folder, options));
  const loaded = await Promise.all(found.map(async (candidate) => await load(candidate, options)));
  const files = loaded.flatMap((file) => (file === undefined ? [] : [file]));
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
};

function candidates(folder: string, { ascend, home }: ProjectContextOptions): readonly Candidate[] {
  const inFolder = (root: string, name: string): Candidate => {
    const file = path.join(root, name);
    return { file, root, shownPath: ascend ? file : name, isOwn: false };
  };
  const folders = ascend ? ancestors(folder) : [folder];
  const own = ascend && home !== null ? path.join(home, ".agents", "AGENTS.md") : null;
  return [
    ...folders.map((directory) => inFolder(directory, "AGENTS.md")),
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
    if (name === null) continue;
    const target = await stat(candidate.file).catch(() => null);
    const identity = target === null ? candidate.file : `${String(target.dev)}:${String(target.ino)}`;
    const first = found.get(identity) ?? { ...candidate, names: 0 };
    found.set(identity, { ...first, names: first.names + (name.isFile() ? 1 : 0) });
  }
  return [...found.values()];
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
  const refused = (refusal: string): Loaded => ({
    file: { path: shownPath, text: "", refusal },
    compared: null,
  });
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
