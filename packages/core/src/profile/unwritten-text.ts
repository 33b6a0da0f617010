import type { ProfileKey, ProfileText } from "../ports/profile-store.ts";

/** Returns a profile file that no one has written: empty, in version 0. */
export function unwrittenText(key: ProfileKey): ProfileText {
  return {
    ...key,
    text: "",
    version: 0,
    trimmed: "",
    personId: "",
    byAgent: false,
    savedAt: null,
    source: null,
  };
}
