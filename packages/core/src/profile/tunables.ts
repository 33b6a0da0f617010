import type { ProfileFile } from "../ports/profile-store.ts";

/** Characters that a profile file may have, DAILY for each day. Together they cost less than 2,500 tokens of every context. */
export const PROFILE_BUDGETS: Readonly<Record<ProfileFile, number>> = {
  soul: 2_000,
  user: 1_400,
  memory: 2_200,
  daily: 1_000,
};
/** Days of DAILY in a context: today and yesterday. Older ones are archived. */
export const RECENT_DAYS = 2;
/** Characters of the title of a section. */
export const MAX_SECTION_TITLE = 80;
