import { cache } from "react";

/** The time of the current page request in epoch milliseconds, the same for all its parts. For server components only. */
export const serverNow = cache((): number => Date.now());
