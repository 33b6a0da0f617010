/** The time that a person has for a sign-in: codes of authorization servers live ten minutes at most. */
export const SIGN_IN_LIMIT_MS = 600_000;
