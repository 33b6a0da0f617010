"use client";
import { createContext, useContext } from "react";

const ToolbarSlotContext = createContext<HTMLElement | null>(null);

/** Provides the place in the toolbar above a view that the view may fill with controls of its own, so that they cover nothing. */
export const ToolbarSlotProvider = ToolbarSlotContext.Provider;

/** Returns the place in the toolbar above the view; null until it is there. */
export function useToolbarSlot(): HTMLElement | null {
  return useContext(ToolbarSlotContext);
}
