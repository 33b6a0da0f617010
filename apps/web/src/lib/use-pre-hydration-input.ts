"use client";
import { useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";

/**
 * Takes over what a person typed into a field that the server had drawn, before this page's script was there to hear it. Without this the
 * first rendering would wipe it. `take` is called at most once, with a text other than `shown`.
 */
export function usePreHydrationInput(
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  shown: string,
  take: (text: string) => void,
): void {
  const first = useRef({ shown, take });
  useLayoutEffect(() => {
    const text = field.current?.value ?? "";
    if (text !== "" && text !== first.current.shown) first.current.take(text);
  }, [field]);
}
