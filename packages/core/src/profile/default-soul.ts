import type { ProfileText } from "../ports/profile-store.ts";
import { profilePrompt } from "../prompts/generated/profile.ts";

/** The identity that the first run of a workspace writes, for people to change. */
export const DEFAULT_SOUL: string = profilePrompt.defaultSoul;

/** Whether a person or an agent has written a stored file: the default SOUL is no one's. */
export function isWritten({ version, personId }: Pick<ProfileText, "version" | "personId">): boolean {
  return version > 0 && personId !== "";
}
