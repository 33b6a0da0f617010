"use client";
import { createContext, useContext } from "react";

/** Whether the explanation of a completed run is expanded, and its setter. The header's button expands it too. */
export type WhyOpen = readonly [open: boolean, setOpen: (open: boolean) => void];

const WhyOpenContext = createContext<WhyOpen | null>(null);

export const WhyOpenProvider = WhyOpenContext.Provider;

/** Returns the state of the explanation in the enclosing debugger. Throws outside a debugger. */
export function useWhyOpen(): WhyOpen {
  const whyOpen = useContext(WhyOpenContext);
  if (!whyOpen) throw new Error("useWhyOpen requires a debugger");
  return whyOpen;
}
