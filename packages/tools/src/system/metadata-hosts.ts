import { BlockList, isIP } from "node:net";
import { embeddedAddresses, groupsOf } from "./embedded-addresses.ts";

/** Names of the metadata services of cloud machines. */
const NAMES: ReadonlySet<string> = new Set([
  "metadata",
  "metadata.goog",
  "metadata.google.internal",
  "instance-data",
  "instance-data.ec2.internal",
]);

/** Addresses of metadata services and of the hosts under cloud machines: AWS, Google, Azure and others, Alibaba, Oracle, Azure. */
const ADDRESSES = new BlockList();
ADDRESSES.addSubnet("169.254.0.0", 16);
ADDRESSES.addAddress("100.100.100.200");
ADDRESSES.addAddress("192.0.0.192");
ADDRESSES.addAddress("168.63.129.16");
ADDRESSES.addSubnet("fe80::", 10, "ipv6");
ADDRESSES.addSubnet("fd00:ec2::", 32, "ipv6");
ADDRESSES.addSubnet("fd20:ce::", 32, "ipv6");

/**
 * Returns true for the metadata service of a cloud machine, which hands out the credentials of the machine and never serves a model. Accepts a
 * host name or an address, in brackets or not; recognizes IPv4 addresses inside IPv6 ones.
 */
export function isMetadataHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.+$/u, "");
  if (NAMES.has(name)) return true;
  const address = name.replace(/^\[|\]$/gu, "").replace(/%.*$/u, "");
  switch (isIP(address)) {
    case 4:
      return ADDRESSES.check(address);
    case 6:
      return (
        ADDRESSES.check(address, "ipv6") ||
        embeddedAddresses(groupsOf(address)).some((embedded) => ADDRESSES.check(embedded))
      );
    default:
      return false;
  }
}
