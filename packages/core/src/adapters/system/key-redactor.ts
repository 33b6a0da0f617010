import type { Redactor } from "../../ports/redactor.ts";

/** A redactor that learns secrets while it works: keys of a workspace become known when its first run begins. */
export type KeyRedactor = Redactor & {
  /** `kind` names them in their mark: `model-key`, `environment`. */
  learn(kind: string, secrets: readonly string[]): void;
};

/** Shorter values are left: they would mask ordinary words. */
const SHORTEST_SECRET = 12;

/**
 * Masks exact values wherever they turn up, as `[redacted:<kind>#<n>]`, n counting those of a kind in the order in which they were
 * learned. A value that JSON writes differently is masked in that form too.
 */
export function createKeyRedactor(known: Readonly<Record<string, readonly string[]>>): KeyRedactor {
  const marks = new Map<string, string>();
  const counts = new Map<string, number>();
  let sorted: readonly (readonly [string, string])[] | null = null;
  const learn = (kind: string, secrets: readonly string[]): void => {
    for (const secret of secrets) {
      if (secret.length < SHORTEST_SECRET || marks.has(secret)) continue;
      const number = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, number);
      const mark = `[redacted:${kind}#${number}]`;
      marks.set(secret, mark);
      marks.set(JSON.stringify(secret).slice(1, -1), mark);
      sorted = null;
    }
  };
  for (const [kind, secrets] of Object.entries(known)) learn(kind, secrets);
  /** One key may begin with another. */
  const longestFirst = (): readonly (readonly [string, string])[] => {
    sorted ??= [...marks].toSorted(([a], [b]) => b.length - a.length);
    return sorted;
  };
  return {
    learn,
    redact: (text) => {
      let masked = text;
      for (const [secret, mark] of longestFirst()) masked = masked.replaceAll(secret, mark);
      return masked;
    },
    pendingSuffixLength: (text) => {
      let held = 0;
      for (const secret of marks.keys()) held = Math.max(held, overlap(text, secret));
      return held;
    },
  };
}

/** The length of the longest end of `text` that `secret` begins with. */
function overlap(text: string, secret: string): number {
  const first = secret[0] ?? "";
  for (
    let start = text.indexOf(first, Math.max(0, text.length - secret.length + 1));
    start !== -1;
    start = text.indexOf(first, start + 1)
  )
    if (secret.startsWith(text.slice(start))) return text.length - start;
  return 0;
}
