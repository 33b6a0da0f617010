import type { ViewState } from "../url-state.ts";

/** The view that shows why a run ended as it did: nothing of it is selected, so the inspector speaks of the whole. */
export const WHY_VIEW: Partial<ViewState> = { goal: null, sequence: null };
