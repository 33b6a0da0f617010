import { expect } from "vitest";

/** Asymmetric matchers of vitest, typed as `unknown` so that `any` does not spread. */
export const containing = (text: string): unknown => expect.stringContaining(text);
export const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
