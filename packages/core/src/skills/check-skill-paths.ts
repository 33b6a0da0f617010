import type { SkillProblem } from "./skill-problem.ts";
import { SKILL_LIMITS } from "./tunables.ts";

/** Characters that hide or reorder a name, end a line of the list that agents read, or cannot be in the name of a file on some systems. */
const UNUSABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\uFFFD<>:"|?*\\]/u;
/** A part of a path that is empty, `.` or `..`, or that some systems would change: they drop spaces and dots at its end. */
const UNUSABLE_PART = /^$|^\s|[\s.]$/u;

/** Names that belong to devices of Windows, with any extension. */
const DEVICE = /^(?:nul|con|aux|prn|(?:com|lpt)[1-9¹²³])\s*(?:\.|$)/iu;

/** Returns why a file cannot have this path in a skill; null if it can. Paths are relative to the skill's folder, with slashes. */
export function checkSkillPath(path: string): SkillProblem | null {
  const parts = path.split("/");
  if (UNUSABLE.test(path) || parts.some((part) => UNUSABLE_PART.test(part) || DEVICE.test(part)))
    return problem("bad_path", path);
  const isDeep = parts.length - 1 > SKILL_LIMITS.depth || path.length > SKILL_LIMITS.path;
  return isDeep ? problem("deep_path", path) : null;
}

/**
 * Returns a warning that leaves out a file of a skill that is in use already; null if its path can be used. Such skills may have been saved before
 * their paths were checked, and one name does not justify taking the whole skill from agents.
 */
export function leaveOutPath(path: string): SkillProblem | null {
  return checkSkillPath(path) === null ? null : problem("unusable_path", path);
}

/**
 * Returns the first path that would overwrite another one where the skill is unpacked: one that occurs twice, that differs only by case or by
 * how Unicode writes the same letters, or that is a folder of another.
 */
export function findSamePath(paths: readonly string[]): SkillProblem | null {
  const names = paths.map((path) => foldCase(path));
  const folders = new Set(names.flatMap(foldersOf));
  const index = names.findIndex((name, at) => names.indexOf(name) < at || folders.has(name));
  return index === -1 ? null : problem("same_name", paths[index] ?? "");
}

/** Upper case first: it spells out letters such as the German sharp s. */
function foldCase(path: string): string {
  return path.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}

function foldersOf(name: string): readonly string[] {
  const parts = name.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}

function problem(code: SkillProblem["code"], found: string): SkillProblem {
  return { code, line: null, found };
}
