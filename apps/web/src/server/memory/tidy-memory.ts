import { GoaltraceError } from "@goaltrace/core";
import { applyTidying, dismissalKeys, proposeTidying, type TidyProposal } from "@goaltrace/core/memory";
import type { MemoryEntry, MemoryFields, Scope } from "@goaltrace/core/ports";
import type { Runtime } from "../runtime.ts";

/** Proposals and entries of one that a page shows. */
const SHOWN_PROPOSALS = 50;
const SHOWN_ENTRIES = 20;

type TidyRuntime = Pick<Runtime, "stores" | "clock">;
type Contents = Pick<MemoryFields, "name" | "description" | "keywords" | "content">;

/** A proposal as people see it. `count`: its entries, of which the first are listed. `diffs`: entries before and after it; `after` is null for one that goes. */
export type ShownProposal = Pick<TidyProposal, "key" | "kind" | "found"> & {
  readonly count: number;
  readonly entries: readonly Pick<MemoryEntry, "id" | "name" | "type" | "savedAt">[];
  readonly diffs: readonly {
    readonly id: string;
    readonly before: Contents;
    readonly after: Contents | null;
  }[];
  /** False if only a person can say what the entry should be. */
  readonly canAccept: boolean;
};

/** Proposes what to do about the entries that the person may see. */
export async function readTidying(
  runtime: TidyRuntime,
  scope: Scope,
): Promise<{ readonly count: number; readonly items: readonly ShownProposal[] }> {
  const proposals = await propose(runtime, scope);
  return { count: proposals.length, items: proposals.slice(0, SHOWN_PROPOSALS).map(toShown) };
}

/** Makes the changes of a proposal, and returns it. Errors: CONFLICT if its entries changed since it was shown. */
export async function acceptTidying(runtime: TidyRuntime, scope: Scope, key: string): Promise<TidyProposal> {
  const proposal = await find(runtime, scope, key);
  await applyTidying(runtime.stores.memories, scope, proposal);
  return proposal;
}

/** Hides a proposal from the person until its entries change. Errors: CONFLICT as for accepting. */
export async function dismissTidying(runtime: TidyRuntime, scope: Scope, key: string): Promise<void> {
  await runtime.stores.memories.dismiss(scope, dismissalKeys(await find(runtime, scope, key)));
}

async function propose({ stores, clock }: TidyRuntime, scope: Scope): Promise<readonly TidyProposal[]> {
  const [entries, dismissed] = await Promise.all([
    stores.memories.list(scope),
    stores.memories.dismissed(scope),
  ]);
  return proposeTidying(entries, { now: clock.now(), dismissed });
}

async function find(runtime: TidyRuntime, scope: Scope, key: string): Promise<TidyProposal> {
  const found = (await propose(runtime, scope)).find((proposal) => proposal.key === key);
  if (found !== undefined) return found;
  throw new GoaltraceError({
    code: "CONFLICT",
    message: "The entries of this proposal have changed.",
    fix: "Look at the newest proposals.",
  });
}

function toShown({ key, kind, found, entries, changes }: TidyProposal): ShownProposal {
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const edited = new Map<string, Contents>();
  for (const change of changes) {
    const successor = change.kind === "supersede" && kind === "conflict" ? known.get(change.by) : undefined;
    if (change.kind === "edit") edited.set(change.id, change.fields);
    // The two sides of a contradiction are compared with each other.
    if (successor !== undefined) edited.set(change.id, successor);
  }
  return {
    ...{ key, kind, found, count: entries.length, canAccept: changes.length > 0 },
    entries: entries
      .slice(0, SHOWN_ENTRIES)
      .map(({ id, name, type, savedAt }) => ({ id, name, type, savedAt })),
    diffs: changes.slice(0, SHOWN_ENTRIES).flatMap(({ id }) => {
      const before = known.get(id);
      return before === undefined
        ? []
        : [{ id, before: toContents(before), after: toContentsOrNull(edited.get(id)) }];
    }),
  };
}

function toContentsOrNull(fields: Contents | undefined): Contents | null {
  return fields === undefined ? null : toContents(fields);
}

function toContents({ name, description, keywords, content }: Contents): Contents {
  return { name, description, keywords, content };
}
