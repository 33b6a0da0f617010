"use client";
import { parseJson } from "@goaltrace/core/parse-json";
import { useCallback, useMemo } from "react";
import { useSessionText } from "./session-text.ts";

/** Text that a person typed and has not saved yet. `version` and `base` are those of the stored text with which they began. */
export type KeptDraft = {
  readonly version: number;
  readonly base: string;
  readonly text: string;
  /** The part of the text that is edited; null for the whole. */
  readonly part: number | null;
};

/**
 * Returns the unsaved text of a form, which survives leaving the form, the page, and reloads in this tab, with the function that stores it or, given
 * null, removes it. Null when there is none.
 */
export function useKeptDraft(key: string): readonly [KeptDraft | null, (draft: KeptDraft | null) => void] {
  const [stored, store] = useSessionText(key);
  const draft = useMemo(() => readDraft(stored), [stored]);
  const keep = useCallback(
    (next: KeptDraft | null) => {
      store(next === null ? "" : JSON.stringify(next));
    },
    [store],
  );
  return [draft, keep];
}

function readDraft(stored: string): KeptDraft | null {
  if (stored === "") return null;
  const draft: unknown = parseJson(stored);
  if (typeof draft !== "object" || draft === null) return null;
  if (!("version" in draft && "base" in draft && "text" in draft && "part" in draft)) return null;
  const { version, base, text, part } = draft;
  if (typeof version !== "number" || typeof base !== "string" || typeof text !== "string") return null;
  return { version, base, text, part: typeof part === "number" ? part : null };
}
