import { lstat, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { readFileBounded } from "../bounded/read-bounded.ts";
import { GIT_CONFIG_MAX_BYTES } from "./tunables.ts";

/** Settings with which git starts nothing and stays in its folder. Names of sections and keys are in lower case. */
const HARMLESS_KEY =
  /^(?:core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf)|user\.(?:name|email)|branch\..*\.(?:remote|merge)|remote\..*\.fetch)$/u;
/** Addresses that name no helper program of git. */
const PLAIN_ADDRESS = /^(?!-)(?!.*::)[\w./:@~+-]+$/u;
const SECTION = /^\[(?<section>[\w.-]+)(?:\s+"(?<part>[^"\\]*)")?\]$/u;
const SETTING = /^(?<key>[A-Za-z][\w-]*)\s*=\s*(?<value>[^\\]*)$/u;
/** Files and folders that lead git to other settings. */
const ELSEWHERE = ["commondir", "config.worktree", "modules", "worktrees"];

/**
 * Returns true for a repository, given by its mark, with which git runs no program of its own: one as `git init` and `git clone` make it, with the name of
 * an author. Anything that is not certain counts as a program.
 */
export async function isPlainRepository(mark: string): Promise<boolean> {
  // A bare repository has its settings among files of the project.
  if (basename(mark) !== ".git" || !(await isFolder(mark))) return false;
  for (const name of ELSEWHERE) if ((await kindOf(join(mark, name))) !== null) return false;
  const hooks = await kindOf(join(mark, "hooks"));
  if (hooks !== null) {
    if (!hooks.isDirectory()) return false;
    const names = await readdir(join(mark, "hooks")).catch(() => ["unknown"]);
    if (!names.every((name) => name.endsWith(".sample"))) return false;
  }
  const config = join(mark, "config");
  const kind = await kindOf(config);
  if (kind === null) return true;
  if (!kind.isFile()) return false;
  const text = await readFileBounded(config, GIT_CONFIG_MAX_BYTES).catch(() => undefined);
  return text !== undefined && isHarmlessConfig(text.toString("utf8"));
}

/** Returns true for a text of settings that git surely reads as harmless ones. */
export function isHarmlessConfig(text: string): boolean {
  let section: string | null = null;
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (line === "" || /^[#;]/u.test(line)) continue;
    const opened = SECTION.exec(line)?.groups;
    if (opened !== undefined) {
      const part = opened["part"];
      section = `${(opened["section"] ?? "").toLowerCase()}${part === undefined ? "" : `.${part}`}`;
      continue;
    }
    const setting = SETTING.exec(line)?.groups;
    if (setting === undefined || section === null) return false;
    const key = `${section}.${(setting["key"] ?? "").toLowerCase()}`;
    const value = setting["value"] ?? "";
    if (/^remote\..*\.url$/u.test(key) ? !PLAIN_ADDRESS.test(value) : !isHarmless(key, value)) return false;
  }
  return true;
}

function isHarmless(key: string, value: string): boolean {
  if (key === "commit.gpgsign" || key === "tag.gpgsign") return value === "false";
  return HARMLESS_KEY.test(key);
}

async function isFolder(path: string): Promise<boolean> {
  return (await kindOf(path))?.isDirectory() === true;
}

async function kindOf(path: string): Promise<Awaited<ReturnType<typeof lstat>> | null> {
  return await lstat(path).catch(() => null);
}
