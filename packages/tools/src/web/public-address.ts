import { BlockList, isIP } from "node:net";
import { embeddedAddresses, groupsOf } from "../system/embedded-addresses.ts";
import { isMetadataHost } from "../system/metadata-hosts.ts";

/** The IPv4 addresses that are not on the public Internet, from IANA's registry of special-purpose addresses, and multicast. */
const SPECIAL_4 = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  SPECIAL_4.addSubnet(network, prefix);

/** Public IPv6 addresses begin with 001. */
const GLOBAL_6 = new BlockList();
GLOBAL_6.addSubnet("2000::", 3, "ipv6");
/** NAT64: how a network without IPv4 reaches IPv4 addresses. */
GLOBAL_6.addSubnet("64:ff9b::", 96, "ipv6");

/** Protocol assignments with Teredo and benchmarks, documentation, 6to4. */
const SPECIAL_6 = new BlockList();
SPECIAL_6.addSubnet("2001::", 23, "ipv6");
SPECIAL_6.addSubnet("2001:db8::", 32, "ipv6");
SPECIAL_6.addSubnet("2002::", 16, "ipv6");
SPECIAL_6.addSubnet("3fff::", 20, "ipv6");

/**
 * Returns true for an IP address on the public Internet: not of this machine, a private network, a metadata service, documentation or multicast.
 * An IPv6 address that contains an IPv4 address is public only if both are. False for anything else.
 */
export function isPublicAddress(address: string): boolean {
  if (isMetadataHost(address)) return false;
  switch (isIP(address)) {
    case 4:
      return !SPECIAL_4.check(address);
    case 6:
      return (
        !address.includes("%") &&
        GLOBAL_6.check(address, "ipv6") &&
        !SPECIAL_6.check(address, "ipv6") &&
        embeddedOf(address).every((embedded) => !SPECIAL_4.check(embedded))
      );
    default:
      return false;
  }
}

function embeddedOf(address: string): readonly string[] {
  const embedded = embeddedAddresses(groupsOf(address));
  // The second candidate of NAT64 is in the zeros of the well-known prefix.
  return GLOBAL_6.check(address, "ipv6") && address.toLowerCase().startsWith("64:")
    ? embedded.slice(0, 1)
    : embedded;
}
