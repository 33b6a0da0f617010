import type { MemoryStore } from "../../ports/memory-store.ts";
import type { Scope } from "../../ports/scope.ts";
import type { TidyProposal } from "./tidy-proposal.ts";

/** Makes the changes of a proposal. Errors: CONFLICT or NOT_FOUND if one of its entries changed since; earlier changes of it stay. */
export async function applyTidying(
  store: Pick<MemoryStore, "edit" | "get" | "supersede" | "retire" | "remove">,
  scope: Scope,
  { changes }: Pick<TidyProposal, "changes">,
): Promise<void> {
  for (const change of changes) {
    switch (change.kind) {
      case "edit": {
        const { audience } = await store.get(scope, change.id);
        const { version, fields } = change;
        await store.edit(scope, change.id, { version, fields, audience });
        break;
      }
      case "supersede":
        await store.supersede(scope, change.id, change.by);
        break;
      case "retire":
        await store.retire(scope, change.id);
        break;
      case "remove":
        await store.remove(scope, change.id);
        break;
    }
  }
}
