import { cache } from "react";

/** The present of one page, the same for all its parts; milliseconds since the epoch. For server components only. */
export const serverNow = cache((): number => Date.now());
