import type { CallSecrets } from "@goaltrace/core/ports";
import {
  fillPlaceholders,
  fillUrlPlaceholders,
  findPlaceholders,
  findUrlPlaceholders,
} from "@goaltrace/core/secrets";
import { headerProblem } from "./request-headers.ts";

/** The headers of a call as the model wrote them, with placeholders. */
export type CallHeaders = Readonly<Record<string, string>>;

/** The request that is sent to an address. */
export type FilledRequest = { readonly url: URL; readonly headers: Readonly<Record<string, string>> };

/** Fills in the secrets of a call. */
export type FillRequest = (url: URL) => Promise<FilledRequest>;

/** Returns the names of the secrets that a request has placeholders for. */
function secretsOfRequest(url: URL, headers: CallHeaders): readonly string[] {
  return [...new Set([...findUrlPlaceholders(url), ...Object.values(headers).flatMap(findPlaceholders)])];
}

/**
 * Creates the step that fills in the secrets of a call right before its request is sent. Only the first address gets them: redirects lead elsewhere.
 * Errors: those of `CallSecrets.reveal`, and a value that no header can have.
 */
export function fillRequest(secrets: CallSecrets, first: URL, headers: CallHeaders): FillRequest {
  const names = secretsOfRequest(first, headers);
  let values: ReadonlyMap<string, string> = new Map();
  let isRevealed = names.length === 0;
  return async (url) => {
    if (!isRevealed) values = await secrets.reveal(names, { kind: "address", address: first.href });
    isRevealed = true;
    const filled = Object.entries(headers).map(([name, text]) => {
      const value = fillPlaceholders(text, values);
      if (headerProblem(name, value) !== null)
        throw new Error(`The secret in the header ${name} has characters that no header can have.`);
      return [name.toLowerCase(), value] as const;
    });
    return { url: fillUrlPlaceholders(url, values), headers: Object.fromEntries(filled) };
  };
}
