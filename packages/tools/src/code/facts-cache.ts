import type { CodeFacts } from "./facts.ts";

/** Facts of files by language and hash of their content: a file that did not change is not parsed again. */
export type FactsCache = {
  get(key: string): CodeFacts | undefined;
  set(key: string, facts: CodeFacts): void;
};

/** Creates a cache that evicts the least recently used facts once it holds more than `maxItems` functions and imports. */
export function createFactsCache(maxItems: number): FactsCache {
  const kept = new Map<string, CodeFacts>();
  let items = 0;
  const weight = ({ functions, imports }: CodeFacts): number => 1 + functions.length + imports.length;
  const forget = (key: string): void => {
    const facts = kept.get(key);
    if (facts === undefined) return;
    kept.delete(key);
    items -= weight(facts);
  };
  return {
    get: (key) => {
      const facts = kept.get(key);
      if (facts === undefined) return undefined;
      kept.delete(key);
      kept.set(key, facts);
      return facts;
    },
    set: (key, facts) => {
      forget(key);
      kept.set(key, facts);
      items += weight(facts);
      for (const oldest of kept.keys()) {
        if (items <= maxItems || oldest === key) return;
        forget(oldest);
      }
    },
  };
}
