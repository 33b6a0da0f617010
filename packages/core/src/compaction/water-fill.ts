/** Divides `room` among parts that need so much each: every part gets an equal share, and what one does not need goes to the others. */
export function waterFill(needs: readonly number[], room: number): readonly number[] {
  const shares = needs.map(() => 0);
  let left = Math.max(0, room);
  let open = needs.map((need, index) => ({ need, index })).sort((a, b) => a.need - b.need);
  for (; open[0] !== undefined; open = open.slice(1)) {
    const share = Math.min(open[0].need, Math.floor(left / open.length));
    shares[open[0].index] = share;
    left -= share;
  }
  return shares;
}
