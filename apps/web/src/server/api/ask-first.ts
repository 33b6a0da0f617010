import { dehydrate, QueryClient } from "@tanstack/react-query";
import type { DehydratedState } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { FirstQuestions } from "../../lib/first-questions.ts";
import { appRouter } from "./root.ts";
import type { ApiContext } from "./trpc.ts";

/** A page without its data after this long is of more use than none; the browser then asks again, with a skeleton in sight. */
const PATIENCE_MS = 1_500;

/**
 * Asks `questions` through the procedures themselves, so that their gates decide here as they do for the browser. Returns what was
 * answered in time; what was refused, failed or is late is not in it.
 */
export async function askFirst(context: ApiContext, questions: FirstQuestions): Promise<DehydratedState> {
  const queries = new QueryClient();
  const api = createTRPCOptionsProxy({ router: appRouter, ctx: context, queryClient: queries });
  await settledWithin(questions({ api, queries }), PATIENCE_MS);
  return dehydrate(queries);
}

async function settledWithin(work: readonly Promise<void>[], milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([Promise.allSettled(work), late]);
  clearTimeout(timer);
}
