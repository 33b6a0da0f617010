"use client";
import type { ReactElement, ReactNode } from "react";
import { ApiProvider } from "../lib/trpc.tsx";
import { ToastProvider } from "../ui/toast.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";

const TOOLTIP_DELAY_MS = 400;

/** What every page needs around it in the browser. */
export function Providers({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <ApiProvider>
      <TooltipProvider delayDuration={TOOLTIP_DELAY_MS}>
        <ToastProvider>{children}</ToastProvider>
      </TooltipProvider>
    </ApiProvider>
  );
}
