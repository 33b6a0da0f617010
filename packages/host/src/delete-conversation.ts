import type { Clock, Logger, Scope } from "@goaltrace/core/ports";
import type { ConversationDeletionStore, ConversationKey, DeletionProgress } from "@goaltrace/db";
import { DELETION_POLL_MS, DELETION_REQUEST_MS, DELETION_SWEEP_INTERVAL_MS } from "./tunables.ts";

type DeletionPorts = {
  readonly stores: { readonly deletions: ConversationDeletionStore };
  readonly clock: Clock;
};

/**
 * Deletes a conversation permanently, with its runs and everything that belongs to them. `onBegun` is called once, when nothing has been
 * deleted yet. Returns after at most `DELETION_REQUEST_MS`: a long deletion is then continued by
 * the next call or by a worker. Deleting again has no effect. Errors: as `ConversationDeletionStore.begin`.
 */
export async function deleteConversation(
  { stores, clock }: DeletionPorts,
  scope: Scope,
  request: { readonly id: string; readonly ofOthers: boolean; readonly onBegun: () => Promise<void> },
): Promise<DeletionProgress> {
  const { id, ofOthers, onBegun } = request;
  const until = clock.monotonic() + DELETION_REQUEST_MS;
  if (await stores.deletions.begin(scope, id, { ofOthers })) await onBegun();
  return await advanceUntil({ stores, clock }, { workspaceId: scope.workspaceId, id }, until);
}

/**
 * Continues a deletion that has begun, as long as `deleteConversation`. Unlike it, never begins one: a request that arrives after the deletion
 * was stopped has no effect. Errors: as `ConversationDeletionStore.assertBegun`.
 */
export async function continueDeletion(
  { stores, clock }: DeletionPorts,
  scope: Scope,
  { id, ofOthers }: { readonly id: string; readonly ofOthers: boolean },
): Promise<DeletionProgress> {
  const until = clock.monotonic() + DELETION_REQUEST_MS;
  await stores.deletions.assertBegun(scope, id, { ofOthers });
  return await advanceUntil({ stores, clock }, { workspaceId: scope.workspaceId, id }, until);
}

/** Finishes deletions that a crash or a long duration has interrupted, until `signal` aborts. Failures are logged. Never rejects. */
export async function finishDeletions(
  ports: DeletionPorts & { readonly logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await continueDeletions(ports, signal).catch((thrown: unknown) => {
      ports.logger.warn("unfinished deletions could not be read", { error: String(thrown) });
    });
    await ports.clock.sleep(DELETION_SWEEP_INTERVAL_MS, signal).catch(() => undefined);
  }
}

async function continueDeletions(
  { stores, clock, logger }: DeletionPorts & { readonly logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  for (const conversation of await stores.deletions.unfinished()) {
    if (signal.aborted) return;
    const until = clock.monotonic() + DELETION_REQUEST_MS;
    await advanceUntil({ stores, clock }, conversation, until).catch((thrown: unknown) => {
      logger.warn("deletion of a conversation failed", { id: conversation.id, error: String(thrown) });
    });
  }
}

async function advanceUntil(
  { stores, clock }: DeletionPorts,
  conversation: ConversationKey,
  until: number,
): Promise<DeletionProgress> {
  for (;;) {
    const progress = await stores.deletions.advance(conversation);
    if (progress.state !== "deleting" || clock.monotonic() >= until) return progress;
    if (progress.isWaiting) await clock.sleep(DELETION_POLL_MS);
  }
}
