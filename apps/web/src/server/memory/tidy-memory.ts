import { GoaltraceError } from "@goaltrace/core";
import { applyTidying, dismissalKeys, proposeTidying, type TidyProposal } from "@goaltrace/core/memory";
import type { MemoryEntry, MemoryFields, Scope } from "@goaltrace/core/ports";
import type { Runtime } from "../runtime.ts";

/** Proposals and entries of one that a page shows. */
const SHOWN_PROPOSALS = 50;
const SHOWN_ENTRIES = 20;
/** The maximum number of entries compared while a person waits. For more, the findings of the worker are shown. */
const EXAMINED_AT_ONCE = 2_000;

type TidyRuntime = Pick<Runtime, "stores" | "clock">;
type Contents = Pick<MemoryFields, "name" | "description" | "keywords" | "content">;

/**
 * A proposal as people see it. `count`: its entries, of which the first are listed. `diffs`: entries before and after it; `after` is null for an
 * entry that is deleted.
 */
export type ShownProposal = Pick<TidyProposal, "key" | "kind" | "found"> & {
  readonly count: number;
  readonly entries: readonly Pick<MemoryEntry, "id" | "name" | "type" | "savedAt">[];
  readonly diffs: readonly {
    readonly id: string;
    readonly before: Contents;
    readonly after: Contents | null;
  }[];
  /** False if only a person can decide what the entry should say. */
  readonly canAccept: boolean;
};

/** Proposals, and when the worker last examined the entries (milliseconds since the epoch); null before the first time. */
export type Tidying = {
  readonly count: number;
  readonly items: readonly ShownProposal[];
  readonly examinedAt: number | null;
};

/** Proposes what to do about the entries that the person may see. */
export async function readTidying(runtime: TidyRuntime, scope: Scope): Promise<Tidying> {
  const { proposals, examinedAt } = await propose(runtime, scope);
  const items = proposals.slice(0, SHOWN_PROPOSALS).map(toShown);
  return { count: proposals.length, items, examinedAt };
}

/**
 * Counts the proposals that `readTidying` returns, for the tab of the page. Compares entries only if memory, dismissals or findings changed since the
 * last count of the person; recalls and age show a little later.
 */
export async function countTidying(runtime: TidyRuntime, scope: Scope): Promise<number> {
  const { stores, clock } = runtime;
  const [revision, dismissed, examination] = await Promise.all([
    stores.memories.revision(scope),
    stores.memories.dismissed(scope),
    stores.memoryExaminations.get(scope),
  ]);
  const hour = Math.floor(clock.now() / HOUR_MS);
  const state = [revision, dismissed.size, examination?.at, hour].join(" ");
  const person = JSON.stringify([scope.workspaceId, scope.personId]);
  const counts = COUNTS.get(stores) ?? new Map<string, Count>();
  COUNTS.set(stores, counts);
  const last = counts.get(person);
  if (last?.state === state) return last.proposals;
  const { proposals } = await propose(runtime, scope);
  if (counts.size >= MOST_COUNTS) counts.clear();
  counts.set(person, { state, proposals: proposals.length });
  return proposals.length;
}

/** A count of proposals, and what it was counted from. */
type Count = { readonly state: string; readonly proposals: number };
const COUNTS = new WeakMap<Runtime["stores"], Map<string, Count>>();
/** People whose counts a process keeps: more than visit the page within an hour. */
const MOST_COUNTS = 1_000;
const HOUR_MS = 3_600_000;

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

/**
 * While few entries changed since the worker examined them, its findings are checked again; a person with few entries always sees the current state.
 */
async function propose(
  { stores: { memories, memorySearch, memoryExaminations }, clock }: TidyRuntime,
  scope: Scope,
): Promise<{ readonly proposals: readonly TidyProposal[]; readonly examinedAt: number | null }> {
  const [dismissed, examination, count] = await Promise.all([
    memories.dismissed(scope),
    memoryExaminations.get(scope),
    memorySearch.count(scope),
  ]);
  const isLarge = count > EXAMINED_AT_ONCE && examination !== undefined;
  const entries = isLarge
    ? await memorySearch.getMany(scope, examination.entryIds, "person")
    : await memories.list(scope);
  const proposals = proposeTidying(entries, { now: clock.now(), dismissed });
  return { proposals, examinedAt: examination?.at ?? null };
}

async function find(runtime: TidyRuntime, scope: Scope, key: string): Promise<TidyProposal> {
  const { proposals } = await propose(runtime, scope);
  const found = proposals.find((proposal) => proposal.key === key);
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
