import type { ProfileKey, ProfileStore, ProfileText, Scope } from "@goaltrace/core/ports";
import { fitProfile, isWritten, PROFILE_BUDGETS, recentDays } from "@goaltrace/core/profile";

type Parts = {
  /** The profile of the workspace. */
  readonly profiles: Pick<ProfileStore, "read" | "write">;
  /** The files of its person. A newest version without a person is an edit by hand that no one has taken over. */
  readonly files: Pick<ProfileStore, "read" | "write">;
  /** Masks secrets. */
  readonly redact: (text: string) => string;
  readonly now: number;
};

/**
 * Brings the profile of a person and their files into agreement: an edit by hand becomes the next version of the profile, and files get what the
 * profile has otherwise. If both changed, the edit by hand wins and the other text is in the history. Of DAILY, the days that contexts have.
 */
export async function syncProfileFiles(parts: Parts, scope: Scope): Promise<void> {
  const days = recentDays(parts.now).map((day): ProfileKey => ({ file: "daily", day }));
  const single = (["soul", "user", "memory"] as const).map((file): ProfileKey => ({ file, day: null }));
  for (const key of [...single, ...days]) await syncFile(parts, scope, key);
}

async function syncFile({ profiles, files, redact }: Parts, scope: Scope, key: ProfileKey): Promise<void> {
  const [stored, file] = await Promise.all([profiles.read(scope, key), files.read(scope, key)]);
  const isByHand = file.version > 0 && file.personId === "";
  const isNewWorkspace = !isWritten(stored) && isWritten(file) && file.text !== "";
  if (isByHand || isNewWorkspace) {
    const { text, trimmed } = fitProfile(redact(file.text), PROFILE_BUDGETS[key.file]);
    const change = { text, trimmed: trimmed?.text ?? "", byAgent: false };
    if (text !== stored.text) await profiles.write(scope, key, { ...change, version: stored.version });
    if (isByHand || text !== file.text) await files.write(scope, key, { ...change, version: file.version });
  } else if (stored.text !== file.text) await files.write(scope, key, changeOf(stored, file.version));
}

function changeOf(
  { text, trimmed, byAgent }: ProfileText,
  version: number,
): Parameters<ProfileStore["write"]>[2] {
  return { text, trimmed, byAgent, version };
}
