import { expect } from "vitest";

/** The asymmetric matchers of vitest, typed so that they do not spread `any`. */
export const containing = (text: string): unknown => expect.stringContaining(text);
export const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
