import type { ViewState } from "../state/url-state.ts";

/** The view that explains the end of a run: without a selection, the inspector shows the whole run. */
export const WHY_VIEW: Partial<ViewState> = { goal: null, sequence: null };
