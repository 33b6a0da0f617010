/** Whether two values are equal, or plain objects and arrays with equal members. */
export function isDeepEqual(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  const before = Object.entries(left);
  const after = new Map<string, unknown>(Object.entries(right));
  return before.length === after.size && before.every(([name, value]) => isDeepEqual(value, after.get(name)));
}
