import { createToolRun } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { redirect, resolver, serveSite, webfetch } from "../../test/web-world.ts";
import { privateHosts } from "./address-guard.ts";
import { isPublicAddress } from "./public-address.ts";

const run = createToolRun({ addressEffect: () => "allow" });

/** Hosts that all mean the canary on this machine. */
const DISGUISES = [
  ...["127.0.0.1", "localhost", "LOCALHOST", "localhost.", "127.1", "127.0.1", "2130706433", "0x7f000001"],
  ...[
    "0x7f.0.0.1",
    "0177.0.0.1",
    "017700000001",
    "0",
    "0.0.0.0",
    "127.0.0.1.",
    "127.255.255.254",
    "１２７.０.０.１",
  ],
  ...["[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[0:0:0:0:0:0:0:1]"],
  ...["[64:ff9b::127.0.0.1]", "[2002:7f00:1::]", "①②⑦.0.0.1", "127。0。0。1"],
];

describe("the guard lets no request leave for a forbidden address", () => {
  it.each(DISGUISES)("refuses %s", async (host) => {
    const canary = await serveSite();
    const result = await run.call(webfetch([]), { url: `http://${host}:${String(canary.port)}/` });
    expect(result.outcome).toBe("error");
    expect(canary.connections).toEqual([]);
  });

  it.each(DISGUISES)("refuses a redirect to %s", async (host) => {
    const canary = await serveSite();
    const site = await serveSite({ "/": redirect(`http://${host}:${String(canary.port)}/`) });
    const result = await run.call(webfetch([site.host]), { url: site.origin });
    expect(result.outcome).toBe("error");
    expect(site.requests).toEqual(["/"]);
    expect(canary.connections).toEqual([]);
  });

  it("refuses a redirect of robots.txt to this machine", async () => {
    const canary = await serveSite();
    const site = await serveSite({ "/robots.txt": redirect(canary.origin) });
    await run.call(webfetch([site.host]), { url: site.origin });
    expect(canary.connections).toEqual([]);
  });

  it.each([
    ["of this machine", ["127.0.0.1"]],
    ["among public ones", ["8.8.8.8", "127.0.0.1"]],
    ["as IPv6", ["::1"]],
    ["mapped into IPv6", ["::ffff:127.0.0.1"]],
    ["of a metadata service", ["169.254.169.254"]],
    ["without any", []],
  ])("refuses a name with an address %s", async (_, addresses) => {
    const canary = await serveSite();
    const { resolve } = resolver({ "pages.example": [addresses] });
    const result = await run.call(webfetch([], resolve), {
      url: `http://pages.example:${String(canary.port)}/`,
    });
    expect(result.outcome).toBe("error");
    expect(canary.connections).toEqual([]);
  });

  it("connects to the address that was checked, whatever the name means a moment later", async () => {
    const canary = await serveSite();
    const site = await serveSite({ "/": (_, response) => void response.end("page") });
    // The first answer is for robots.txt, the second for the page; both are the only lookups of their connections.
    const { resolve, asked } = resolver({
      "rebind.example": [["127.0.0.1"], ["127.0.0.1"], ["169.254.169.254"]],
    });
    const url = `http://rebind.example:${String(site.port)}/`;
    const tool = webfetch([`rebind.example:${String(site.port)}`], resolve);
    expect((await run.call(tool, { url })).output).toContain("page");
    expect(asked).toEqual(["rebind.example", "rebind.example"]);
    expect((await run.call(tool, { url })).output).toContain("not on the public Internet");
    expect(site.requests).toEqual(["/"]);
    expect(canary.connections).toEqual([]);
  });

  it.each([
    ...["http://user@127.0.0.1/", "http://example.com@127.0.0.1/", "http://user:secret@example.com/"],
    ...[
      "data:text/html,hello",
      "file:///etc/passwd",
      "ftp://example.com/",
      "javascript:alert(1)",
      "blob:https://example.com/1",
    ],
    ...["example.com", "//example.com", "http://", "http://[::1", "http://exa mple.com/"],
    ...[
      "http://169.254.169.254/latest/meta-data/",
      "http://metadata.google.internal/",
      "http://metadata/",
      "http://[fd00:ec2::254]/",
    ],
    ...["http://0xa9fea9fe/", "http://2852039166/", "http://[::ffff:a9fe:a9fe]/"],
  ])("refuses %s", async (url) => {
    const { resolve, asked } = resolver({});
    const hosts = [
      "169.254.169.254",
      "metadata.google.internal",
      "metadata",
      "[fd00:ec2::254]",
      "[::ffff:a9fe:a9fe]",
    ];
    const result = await run.call(webfetch(hosts, resolve), { url });
    expect(result.outcome).toBe("error");
    // An error of a connection would mean that something was sent.
    expect(result.output).toMatch(
      /not on the public Internet|Only http and https|password in them|complete address/u,
    );
    expect(asked).toEqual([]);
  });

  it("reaches listed private hosts on their port only", async () => {
    const site = await serveSite({ "/": (_, response) => void response.end("intranet") });
    const other = await serveSite();
    const { resolve } = resolver({ "wiki.internal": [["127.0.0.1"]] });
    const tool = webfetch([`wiki.internal:${String(site.port)}`], resolve);
    expect((await run.call(tool, { url: `http://wiki.internal:${String(site.port)}/` })).output).toContain(
      "intranet",
    );
    expect((await run.call(tool, { url: `http://wiki.internal:${String(other.port)}/` })).outcome).toBe(
      "error",
    );
    expect((await run.call(tool, { url: `http://127.0.0.1:${String(site.port)}/` })).outcome).toBe("error");
    expect(other.connections).toEqual([]);
  });
});

describe("privateHosts", () => {
  it("reads hosts with and without ports, in the form of addresses", () => {
    expect([
      ...(privateHosts(" Wiki.internal, 10.0.0.7:8080,[::1]:3000, 0x7f.1:80, bücher.example") ?? []),
    ]).toEqual([
      ...["wiki.internal", "10.0.0.7:8080", "[::1]:3000", "127.0.0.1:80", "xn--bcher-kva.example"],
    ]);
    expect(privateHosts("")).toEqual(new Set());
  });

  it.each(["http://wiki.internal", "wiki internal", "wiki/path", "user@wiki", "*.internal"])(
    "refuses %s",
    (list) => {
      expect(privateHosts(list)).toBeNull();
    },
  );
});

describe("isPublicAddress", () => {
  it.each([
    "8.8.8.8",
    "1.1.1.1",
    "172.32.0.1",
    "100.128.0.1",
    "2606:4700::1111",
    "2a00:1450:4001::1",
    "64:ff9b::808:808",
  ])("accepts %s", (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ...[
      "0.0.0.0",
      "10.1.2.3",
      "100.64.0.1",
      "127.9.9.9",
      "169.254.1.1",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.0.1",
    ],
    ...[
      "192.0.0.8",
      "192.0.2.1",
      "198.18.0.1",
      "198.51.100.1",
      "203.0.113.9",
      "224.0.0.1",
      "255.255.255.255",
    ],
    ...[
      "168.63.129.16",
      "100.100.100.200",
      "::",
      "::1",
      "::ffff:8.8.8.8",
      "fc00::1",
      "fd12::1",
      "fe80::1",
      "fec0::1",
    ],
    ...[
      "ff02::1",
      "2001:db8::1",
      "2001::1",
      "2002:a00:1::",
      "64:ff9b::a00:1",
      "64:ff9b:1::808:808",
      "3fff::1",
    ],
    ...["2606:4700::5efe:10.0.0.1", "2606:4700::1%eth0", "example.com", ""],
  ])("rejects %s", (address) => expect(isPublicAddress(address)).toBe(false));
});
