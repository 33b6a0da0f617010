import type { ProfileFile, ProfileText } from "../ports/profile-store.ts";

/** A version of a profile file. `day`: null for files without one, and for DAILY in logs of earlier versions, which did not name it. */
export type ProfileVersionName = Pick<ProfileText, "file" | "day" | "version">;

const NAME = /^(soul|user|memory|daily)(?: (\d{4}-\d{2}-\d{2}))? (\d{1,9})$/u;
const FILES: Readonly<Record<string, ProfileFile>> = {
  soul: "soul",
  user: "user",
  memory: "memory",
  daily: "daily",
};

/** Names the versions of a context in one line, as logs keep it: `soul 1, daily 2026-11-23 2`. */
export function nameProfileVersions(files: readonly ProfileVersionName[]): string {
  return files
    .map(({ file, day, version }) => [file, ...(day === null ? [] : [day]), String(version)].join(" "))
    .join(", ");
}

/** Reads what `nameProfileVersions` wrote; leaves out what it cannot read. */
export function readProfileVersions(source: string): readonly ProfileVersionName[] {
  return source.split(", ").flatMap((name) => {
    const [, word = "", day = null, version = ""] = NAME.exec(name) ?? [];
    const file = FILES[word];
    return file === undefined ? [] : [{ file, day, version: Number(version) }];
  });
}
