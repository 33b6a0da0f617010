"use client";
import type { ReactElement, ReactNode } from "react";
import { ApiProvider } from "../lib/trpc.tsx";
import { ToastProvider } from "../ui/toast.tsx";

/** The client-side providers of every page. */
export function Providers({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <ApiProvider>
      <ToastProvider>{children}</ToastProvider>
    </ApiProvider>
  );
}
