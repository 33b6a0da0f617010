import { z } from "zod";
import { releaseAfter } from "../../live/release-after.ts";
import { treeWithDecisions } from "../../live/tree-with-decisions.ts";
import { watchRunTree } from "../../live/watch-run-tree.ts";
import { countWatcher } from "../../metrics/counters.ts";
import { router, toTrpcError, workspaceProcedure } from "../trpc.ts";

const ID = z.object({ id: z.string().min(1).max(100) });

/** The tree that a run belongs to: its root and all sub-agents. */
export const runTreeRouter = router({
  tree: workspaceProcedure("viewer")
    .input(ID)
    .query(async ({ ctx, input }) =>
      treeWithDecisions({ ...ctx.runtime.stores, scope: ctx.scope }, input.id),
    ),

  /** The tree now and whenever one of its runs changes, until all have ended. */
  watchTree: workspaceProcedure("viewer")
    .input(ID)
    .subscription(async function* ({ ctx, input, signal }) {
      const { traces, traceSearch, requests, live } = ctx.runtime.stores;
      const stream = ctx.runtime.streams.pass(
        { ...ctx.pass, traceId: input.id },
        signal ?? new AbortController().signal,
        (watching) =>
          watchRunTree({
            ...{ traces, traceSearch, requests, live, scope: ctx.scope },
            ...{ traceId: input.id, signal: watching },
          }),
      );
      try {
        const release = await ctx.runtime.quotas.take("streams", { scope: ctx.scope, keyId: null });
        for await (const tree of countWatcher(releaseAfter(stream, release)))
          yield { kind: "tree" as const, tree };
      } catch (thrown) {
        throw toTrpcError(thrown, { context: ctx, path: "traces.watchTree" });
      }
    }),
});
