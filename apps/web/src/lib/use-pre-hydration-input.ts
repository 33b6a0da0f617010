"use client";
import { useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";

/**
 * Keeps text that a person typed into a server-rendered field before hydration; the first render would discard it. Calls `onInput` at most
 * once, with a text other than `shown`.
 */
export function usePreHydrationInput(
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  shown: string,
  onInput: (text: string) => void,
): void {
  const first = useRef({ shown, onInput });
  useLayoutEffect(() => {
    const text = field.current?.value ?? "";
    if (text !== "" && text !== first.current.shown) first.current.onInput(text);
  }, [field]);
}
