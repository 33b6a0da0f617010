"use client";
import type { ReactElement, ReactNode } from "react";
import { ApiProvider } from "../lib/trpc.tsx";
import { ToastProvider } from "../ui/toast.tsx";

/** What every page needs around it in the browser. */
export function Providers({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <ApiProvider>
      <ToastProvider>{children}</ToastProvider>
    </ApiProvider>
  );
}
