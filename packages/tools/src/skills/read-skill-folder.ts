import { type Dirent } from "node:fs";
import { basename, join } from "node:path";
import {
  isRefusal,
  leaveOutPath,
  readSkill,
  SKILL_LIMITS,
  type SkillProblem,
  type SkillReading,
} from "@goaltrace/core/skills";
import type { SkillFile } from "@goaltrace/core/ports";
import { readBounded } from "../bounded/read-bounded.ts";
import type { Fence } from "../workspace/fence.ts";
import { openFileInside, readDirectoryInside } from "../workspace/open-inside.ts";
import { decodeText } from "./decode-text.ts";

/** A skill folder as it was read. `source` is the text of SKILL.md, empty if it could not be read; `bytes` its content for comparison. */
export type SkillFolder = SkillReading & {
  /** The name of the folder. */
  readonly folder: string;
  readonly source: string;
  readonly bytes: Buffer | null;
  /** The files beside SKILL.md, by path. */
  readonly files: readonly SkillFile[];
};

const NAMES = ["SKILL.md", "skill.md"];

/**
 * Reads the skill in a folder inside a fence. Links, files that are too large, and more files than a skill may have refuse it, because agents
 * would read them; their contents are not read here. Files and folders whose paths cannot be used everywhere are left out with a warning.
 */
export async function readSkillFolder(fence: Fence, absolute: string): Promise<SkillFolder> {
  const folder = basename(absolute);
  const entries = (await readDirectoryInside(fence, absolute)) ?? [];
  const name = NAMES.find((candidate) => entries.some((entry) => entry.name === candidate));
  if (name === undefined) return unreadable(folder, problem("missing_file", ""));
  if (!entries.some((entry) => entry.name === name && entry.isFile()))
    return unreadable(folder, problem("link", name));
  const opened = await openFileInside(fence, join(absolute, name), "read");
  if (!opened.ok) return unreadable(folder, problem("special_file", name));
  let bytes: Buffer | undefined;
  try {
    bytes = await readBounded(opened.handle, SKILL_LIMITS.skillBytes);
  } finally {
    await opened.handle.close();
  }
  if (bytes === undefined) return unreadable(folder, problem("too_large", ""));
  const source = decodeText(bytes);
  if (source === null) return unreadable(folder, problem("not_utf8", ""));
  const listed = await listFiles(fence, absolute, name);
  const reading = readSkill(source, folder);
  return {
    ...{ folder, source, bytes, files: listed.files },
    problems: [...reading.problems, ...listed.problems],
    skill: !listed.problems.some(isRefusal) ? reading.skill : null,
    isValidFormat: reading.isValidFormat,
  };
}

type Listed = { readonly files: SkillFile[]; readonly problems: SkillProblem[] };

/** Lists the files below a skill's folder, except hidden ones. Stops at the first excess. */
async function listFiles(fence: Fence, absolute: string, own: string): Promise<Listed> {
  const listed: Listed = { files: [], problems: [] };
  await addFolder({ fence, absolute, own, listed }, "");
  const total = listed.files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > SKILL_LIMITS.totalBytes) listed.problems.push(problem("large_file", "."));
  return listed;
}

type Walk = {
  readonly fence: Fence;
  readonly absolute: string;
  readonly own: string;
  readonly listed: Listed;
};

async function addFolder(walk: Walk, inner: string): Promise<void> {
  const { fence, absolute, own, listed } = walk;
  for (const entry of (await readDirectoryInside(fence, join(absolute, inner))) ?? []) {
    const path = inner === "" ? entry.name : `${inner}/${entry.name}`;
    if (entry.name.startsWith(".") || path === own) continue;
    if (listed.files.length + listed.problems.length >= SKILL_LIMITS.files)
      return void listed.problems.push(problem("many_files", path));
    const wrong = leaveOutPath(path);
    if (wrong !== null) listed.problems.push(wrong);
    else if (entry.isDirectory()) await addFolder(walk, path);
    else await addFile(walk, entry, path);
    if (listed.problems.some(isRefusal)) return;
  }
}

async function addFile({ fence, absolute, listed }: Walk, entry: Dirent, path: string): Promise<void> {
  if (entry.isSymbolicLink()) return void listed.problems.push(problem("link", path));
  const opened = await openFileInside(fence, join(absolute, path), "read");
  if (!opened.ok)
    return void listed.problems.push(problem(opened.isLinked === true ? "link" : "special_file", path));
  const { size } = await opened.handle.stat();
  await opened.handle.close();
  if (size > SKILL_LIMITS.fileBytes) listed.problems.push(problem("large_file", path));
  else listed.files.push({ path, bytes: size });
}

function unreadable(folder: string, cause: SkillProblem): SkillFolder {
  return {
    ...{ folder, source: "", bytes: null, files: [], skill: null },
    ...{ problems: [cause], isValidFormat: false },
  };
}

function problem(code: SkillProblem["code"], found: string): SkillProblem {
  return { code, line: null, found };
}
