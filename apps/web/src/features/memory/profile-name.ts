import type { RouterOutputs } from "../../lib/trpc.tsx";

export type ProfileList = RouterOutputs["profile"]["list"];
export type ProfileHistory = RouterOutputs["profile"]["history"];
export type ShownProfile = ProfileList["files"][number];

/** Returns the name of a file, such as `USER.md` or `DAILY/2026-11-23.md`. */
export function profileName({ file, day }: Pick<ShownProfile, "file" | "day">): string {
  return day === null ? `${file.toUpperCase()}.md` : `DAILY/${day}.md`;
}

/** Returns the key under which the unsaved text of a file is kept. */
export function profileDraftKey(workspace: string, file: Pick<ShownProfile, "file" | "day">): string {
  return `profile.draft.${workspace}.${profileName(file)}`;
}
