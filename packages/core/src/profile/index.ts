export { DEFAULT_SOUL, isWritten } from "./default-soul.ts";
export { editProfile, fitProfile, profileLength } from "./edit-profile.ts";
export { profileConflict } from "./profile-errors.ts";
export { profileDay, recentDays } from "./profile-days.ts";
export { readProfileVersions } from "./profile-versions.ts";
export { PROFILE_BUDGETS } from "./tunables.ts";
export { unwrittenText } from "./unwritten-text.ts";
