import type { NewSkillFile } from "@goaltrace/core/ports";
import {
  checkSkillPath,
  findSamePath,
  isRefusal,
  readSkill,
  SKILL_LIMITS,
  type SkillProblem,
} from "@goaltrace/core/skills";
import { isInsidePath, readZip } from "@goaltrace/tools";

/** Files of one skill as a person uploads them: one archive, or files with their paths. */
export type SkillUpload =
  | { readonly kind: "zip"; readonly content: Buffer }
  | {
      readonly kind: "files";
      readonly files: readonly { readonly path: string; readonly content: Buffer }[];
    };

/** An upload that was read. `name` is null if it cannot be saved; then `problems` has the reasons. */
export type UploadedSkill = {
  readonly name: string | null;
  readonly source: string;
  readonly files: readonly NewSkillFile[];
  readonly problems: readonly SkillProblem[];
};

/** Files that systems add to folders and archives. */
const NOISE = /(?:^|\/)(?:__MACOSX|\.DS_Store|Thumbs\.db|\.git)(?:\/|$)/u;

/** Reads an uploaded skill within the limits of skills. The folder around it may have any name. */
export function readUpload(upload: SkillUpload): UploadedSkill {
  const unpacked = upload.kind === "zip" ? unpack(upload.content) : checkFiles(upload.files);
  if (!Array.isArray(unpacked)) return refused(unpacked);
  const files = unpacked.filter(({ path }) => !NOISE.test(path));
  const [main, second] = files
    .filter(({ path }) => /(?:^|\/)SKILL\.md$/iu.test(path))
    .toSorted((left, right) => left.path.length - right.path.length);
  if (main === undefined) return refused(problem("missing_file", ""));
  const folder = main.path.slice(0, -"SKILL.md".length);
  if (second !== undefined && !second.path.startsWith(folder))
    return refused(problem("many_skills", second.path));
  if (main.content.length > SKILL_LIMITS.skillBytes) return refused(problem("too_large", ""));
  const source = decode(main.content);
  if (source === null) return refused(problem("not_utf8", ""));
  const own = readSkill(source, folder.replace(/\/$/u, "").split("/").at(-1) ?? "");
  const name = own.skill?.name ?? null;
  // In the workspace the folder gets the name of the skill.
  const problems = own.problems.filter(({ code }) => code !== "other_folder");
  const beside = files
    .filter((file) => file !== main && file.path.startsWith(folder))
    .map(({ path, content }) => ({ path: path.slice(folder.length), content }));
  const unusable =
    findSamePath(["SKILL.md", ...beside.map(({ path }) => path)]) ??
    beside.map(({ path }) => checkSkillPath(path)).find((wrong) => wrong !== null);
  if (unusable !== undefined) return refused(unusable);
  return { name: problems.some(isRefusal) ? null : name, source, files: beside, problems };
}

type File = { readonly path: string; readonly content: Buffer };

function unpack(content: Buffer): File[] | SkillProblem {
  const { files, fileBytes, totalBytes } = SKILL_LIMITS;
  // SKILL.md is not counted among the files beside it.
  const reading = readZip(content, { files: files + 1, fileBytes, bytes: totalBytes });
  if (reading.ok) return [...reading.files];
  const { problem: code, found } = reading;
  return problem(
    code === "broken" || code === "encrypted" || code === "not_utf8" ? "broken_archive" : code,
    found,
  );
}

function checkFiles(files: readonly File[]): File[] | SkillProblem {
  const outside = files.find(({ path }) => !isInsidePath(path));
  if (outside !== undefined) return problem("escape", outside.path);
  if (files.length > SKILL_LIMITS.files + 1) return problem("many_files", "");
  let total = 0;
  for (const { path, content } of files) {
    total += content.length;
    if (content.length > SKILL_LIMITS.fileBytes || total > SKILL_LIMITS.totalBytes)
      return problem("large_file", path);
  }
  return [...files];
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function refused(cause: SkillProblem): UploadedSkill {
  return { name: null, source: "", files: [], problems: [cause] };
}

function problem(code: SkillProblem["code"], found: string): SkillProblem {
  return { code, line: null, found };
}
