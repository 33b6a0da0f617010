/** The workspace and person of a call that is waiting or in progress. */
export type LineMember = { readonly workspaceId: string; readonly personId: string };

/**
 * The order in which calls get the places of one endpoint: first the workspace with the fewest calls in progress, then the one that was
 * served longest ago, and within it the person by the same rule. Calls of one person keep the order of their arrival.
 */
export type EndpointLine = {
  /** Counts a call that begins. */
  begin(member: LineMember): void;
  end(member: LineMember): void;
  /** Yields the members in the order in which they would be admitted if no call arrived or ended. */
  order<Member extends LineMember>(waiting: Iterable<Member>): Iterable<Member>;
};

/** The facts that decide between two members. */
type Standing = { readonly calls: number; readonly servedAt: number };
type Counts = Map<string, Standing>;

const NONE: Standing = { calls: 0, servedAt: 0 };

/** Creates the line of an endpoint without calls. */
export function createEndpointLine(): EndpointLine {
  const counts: Counts = new Map();
  let turn = 0;
  return {
    begin(member) {
      turn += 1;
      if (counts.size > MOST_REMEMBERED)
        for (const [key, { calls }] of counts) if (calls === 0) counts.delete(key);
      serve(counts, member, turn);
    },
    end(member) {
      for (const key of keysOf(member)) {
        const { calls, servedAt } = counts.get(key) ?? NONE;
        counts.set(key, { calls: Math.max(0, calls - 1), servedAt });
      }
    },
    *order(waiting) {
      const expected: Counts = new Map(counts);
      const left = [...waiting];
      for (let next = turn + 1; left.length > 0; next += 1) {
        for (const member of left.splice(firstInLine(left, expected), 1)) {
          serve(expected, member, next);
          yield member;
        }
      }
    },
  };
}

/** Workspaces and people remembered without a call in progress: more than use one endpoint at the same time. */
const MOST_REMEMBERED = 1_000;

function serve(counts: Counts, member: LineMember, turn: number): void {
  for (const key of keysOf(member))
    counts.set(key, { calls: (counts.get(key) ?? NONE).calls + 1, servedAt: turn });
}

function firstInLine(waiting: readonly LineMember[], counts: Counts): number {
  let best = 0;
  for (let index = 1; index < waiting.length; index += 1) {
    const [candidate, current] = [waiting[index], waiting[best]];
    if (candidate !== undefined && current !== undefined && precedes(candidate, current, counts))
      best = index;
  }
  return best;
}

/** True if the first goes before the second although it arrived later. */
function precedes(first: LineMember, second: LineMember, counts: Counts): boolean {
  const [left, right] = [keysOf(first), keysOf(second)];
  for (const [index, key] of left.entries()) {
    const other = right[index] ?? key;
    if (other === key) continue;
    const [own, others] = [counts.get(key) ?? NONE, counts.get(other) ?? NONE];
    if (own.calls !== others.calls) return own.calls < others.calls;
    return own.servedAt < others.servedAt;
  }
  return false;
}

/** The workspace, then the person in it. */
function keysOf({ workspaceId, personId }: LineMember): readonly string[] {
  return [workspaceId, `${workspaceId} ${personId}`];
}
