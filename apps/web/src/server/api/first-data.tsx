import { HydrationBoundary } from "@tanstack/react-query";
import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import type { ReactElement, ReactNode } from "react";
import type { FirstQuestions } from "../../lib/first-questions.ts";
import { knownViewer } from "../auth/viewer-for-page.ts";
import { getRuntime } from "../runtime.ts";
import { askFirst } from "./ask-first.ts";

type FirstDataProps = { readonly questions: FirstQuestions; readonly children: ReactNode };

/** Answers a page's first questions before the page is sent: its HTML then shows them, and the browser need not ask. */
export async function FirstData({ questions, children }: FirstDataProps): Promise<ReactElement> {
  const [head, viewer] = await Promise.all([headers(), knownViewer()]);
  const context = {
    runtime: await getRuntime(),
    person: viewer?.person ?? null,
    requestId: randomUUID(),
    headers: new Headers(head),
  };
  return <HydrationBoundary state={await askFirst(context, questions)}>{children}</HydrationBoundary>;
}
