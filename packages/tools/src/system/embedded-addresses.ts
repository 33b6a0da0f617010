/** Returns the eight groups of an IPv6 address. */
export function groupsOf(address: string): readonly number[] {
  // The URL parser writes embedded IPv4 addresses as groups and shortens one run of zeros.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::", 2);
  const read = (text: string): readonly number[] =>
    text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
  const before = read(head);
  const after = read(tail ?? "");
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** Returns the IPv4 addresses that a router or translator would take from an IPv6 address. */
export function embeddedAddresses(groups: readonly number[]): readonly string[] {
  const [g0 = 0, g1 = 0, g2 = 0, g3 = 0, g4 = 0, g5 = 0, g6 = 0, g7 = 0] = groups;
  const last = toAddress(g6, g7);
  const isZeroUpTo = (count: number): boolean => groups.slice(0, count).every((group) => group === 0);
  // Mapped, translated (SIIT) and compatible addresses.
  if (isZeroUpTo(4) && (g4 === 0 || g4 === 0xffff) && (g5 === 0 || g5 === 0xffff)) return [last];
  // NAT64 with the well-known prefix, and with the local one, where the address may also begin at bit 48.
  if (g0 === 0x64 && g1 === 0xff9b) return [last, toAddress(g3, ((g4 & 0xff) << 8) | (g5 >> 8))];
  // 6to4.
  if (g0 === 0x2002) return [toAddress(g1, g2)];
  // Teredo, which inverts the address of the client.
  if (g0 === 0x2001 && g1 === 0) return [toAddress(g2, g3), toAddress(g6 ^ 0xffff, g7 ^ 0xffff)];
  // ISATAP.
  return g5 === 0x5efe ? [last] : [];
}

function toAddress(high: number, low: number): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
}
