"use client";
import { useRef } from "react";
import type { FormEvent } from "react";

/**
 * Returns the submit handler of a form. It ignores submits until the previous `send` has settled: the pending state of a mutation reaches
 * the page only with its next render, so a second press of Enter before that would send the form twice. A rejection is left to the
 * mutation, which holds its error.
 */
export function useSubmit(send: () => Promise<unknown>): (event: FormEvent) => void {
  const isSending = useRef(false);
  return (event) => {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    const settle = (): void => {
      isSending.current = false;
    };
    send().then(settle, settle);
  };
}
