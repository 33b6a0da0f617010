/** A request to send calls: each counts in all of these counters. */
export type CallRequest = {
  readonly counters: readonly { readonly id: string; readonly limit: number }[];
  /** Calls to grant besides the requested one, as far as there is room for them. */
  readonly ahead: number;
};

/**
 * Decides how many calls each request may send, with what `used` has counted. Every sender gets one call after the other in turns, then the
 * first request of each sender the calls ahead. A counter never exceeds its limit by what is granted.
 */
export function grantCalls(
  used: ReadonlyMap<string, number>,
  requests: readonly CallRequest[],
): readonly number[] {
  const counts = new Map(used);
  const grants = requests.map(() => 0);
  const grant = (index: number, wanted: number): void => {
    const counters = requests[index]?.counters ?? [];
    const room = counters.map(({ id, limit }) => limit - (counts.get(id) ?? 0));
    const calls = Math.max(0, Math.min(wanted, ...room));
    for (const { id } of counters) counts.set(id, (counts.get(id) ?? 0) + calls);
    grants[index] = (grants[index] ?? 0) + calls;
  };
  const order = inTurns(requests.map(senderOf));
  for (const { index } of order) grant(index, 1);
  for (const { index, turn } of order)
    if (turn === 0 && grants[index] === 1) grant(index, requests[index]?.ahead ?? 0);
  return grants;
}

function senderOf({ counters }: CallRequest): string {
  return counters.map(({ id }) => id).join(" ");
}

/** Orders requests so that each sender has a turn before any has another. */
function inTurns(senders: readonly string[]): readonly { readonly index: number; readonly turn: number }[] {
  const turns = new Map<string, number>();
  return senders
    .map((sender, index) => {
      const turn = turns.get(sender) ?? 0;
      turns.set(sender, turn + 1);
      return { index, turn };
    })
    .sort((left, right) => left.turn - right.turn);
}
