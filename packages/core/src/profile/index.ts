export { editProfile, fitProfile, profileLength } from "./edit-profile.ts";
export { profileConflict } from "./profile-errors.ts";
export { profileDay, recentDays } from "./profile-days.ts";
export { PROFILE_BUDGETS } from "./tunables.ts";
