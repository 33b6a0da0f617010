import { expect, it } from "vitest";
import { isMetadataHost } from "./metadata-hosts.ts";

it.each([
  "metadata",
  "Metadata.Google.Internal",
  "metadata.google.internal.",
  "169.254.169.254",
  "169.254.170.2",
  "100.100.100.200",
  "192.0.0.192",
  "168.63.129.16",
  "fd00:ec2::254",
  "[fd00:ec2::254]",
  "fd20:ce::254",
  "fe80::a9fe:a9fe%eth0",
  "::ffff:169.254.169.254",
  "::ffff:a83f:8110",
  "::169.254.169.254",
  "::ffff:0:169.254.169.254",
  "64:ff9b::169.254.169.254",
  "64:ff9b:1:a9fe:a9:fe00::",
  "64:ff9b:1::169.254.169.254",
  "2002:a9fe:a9fe::1",
  "2001:0:4136:e378:8000:63bf:5601:5601",
  "2001:db8::5efe:169.254.169.254",
])("recognizes %s", (host) => {
  expect(isMetadataHost(host)).toBe(true);
});

it.each([
  "localhost",
  "127.0.0.1",
  "10.0.0.7",
  "192.168.1.20",
  "169.253.0.1",
  "100.100.100.201",
  "[::1]",
  "fd00::1",
  "64:ff9b::808:808",
  "2002:808:808::1",
  "2001:4860:4860::8888",
  "api.openai.com",
  "metadata.example.org",
])("accepts %s", (host) => {
  expect(isMetadataHost(host)).toBe(false);
});
