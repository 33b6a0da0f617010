import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { destinationDomain, parseSecretDomain, secretRefusal } from "./secret-grant.ts";

const at = (address: string) => ({ kind: "address", address }) as const;
const grant = (...domains: string[]) => ({
  tools: ["webfetch"],
  domains: domains.map((domain) => parseSecretDomain(domain) ?? expect.unreachable(domain)),
});
const sends = (address: string, ...domains: string[]) =>
  secretRefusal(grant(...domains), "webfetch", at(address)) === null;

describe("a domain of a secret", () => {
  it.each([
    ["api.example.com", "https://api.example.com"],
    [" API.Example.com. ", "https://api.example.com"],
    ["*.example.com:8443", "https://*.example.com:8443"],
    ["http://wiki.internal:80", "http://wiki.internal"],
    ["https://example.com/", "https://example.com"],
    ["bücher.example", "https://xn--bcher-kva.example"],
    ["0x7f.1", "https://127.0.0.1"],
    ["*", "*"],
  ])("reads %s as %s", (written, parsed) => {
    expect(parseSecretDomain(written)).toBe(parsed);
  });

  it.each([
    ...[
      "",
      "example.com/path",
      "a b.com",
      "ftp://example.com",
      "user@example.com",
      "**.example.com",
      "*.*",
      "ex*mple.com",
    ],
    ...["example.com?x", "example.com#x", "https://", "example.com\\@evil.example", "example.com:99999"],
  ])("refuses %j", (written) => {
    expect(parseSecretDomain(written)).toBeNull();
  });

  it.each([
    ["https://api.example.com/v1?q=1", "api.example.com", true],
    ["https://API.EXAMPLE.com./", "api.example.com", true],
    ["https://api.example.com:8443/", "api.example.com", false],
    ["http://api.example.com/", "api.example.com", false],
    ["https://api.example.com.evil.example/", "api.example.com", false],
    ["https://evilapi.example.com/", "api.example.com", false],
    ["https://api.example.com@evil.example/", "api.example.com", false],
    ["https://evil.example/api.example.com", "api.example.com", false],
    ["https://example.com/", "*.example.com", false],
    ["https://a.b.example.com/", "*.example.com", true],
    ["https://notexample.com/", "*.example.com", false],
    ["https://xn--bcher-kva.example/", "bücher.example", true],
    ["http://2130706433/", "http://127.0.0.1", true],
    ["https://anything.example/", "*", true],
  ])("decides about %s for %s: %s", (address, domain, expected) => {
    expect(sends(address, domain)).toBe(expected);
  });

  it("never matches a host that does not end in the domain", () => {
    const label = fc.stringMatching(/^[a-z0-9]{1,10}$/u);
    fc.assert(
      fc.property(
        label,
        label,
        fc.constantFrom(".", "-", "@", ":", "/", "?", "#", "%2e", "\\", "。"),
        (a, b, glue) => {
          const address = `https://api.example.com${glue}${a}.${b}.test/`;
          const host = URL.canParse(address) ? new URL(address).host : null;
          expect(sends(address, "api.example.com")).toBe(
            host === "api.example.com" && !address.includes("@"),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("secretRefusal", () => {
  it("keeps a secret from other tools, whatever its domains", () => {
    expect(secretRefusal({ tools: ["webfetch"], domains: ["*"] }, "bash_command", { kind: "machine" })).toBe(
      "tool",
    );
  });

  it("gives a secret with domains to processes without a network, and to others only for any domain", () => {
    const commands = { tools: ["bash_command"], domains: ["https://api.example.com"] };
    expect(secretRefusal(commands, "bash_command", { kind: "machine" })).toBeNull();
    expect(secretRefusal(commands, "bash_command", { kind: "anywhere" })).toBe("domain");
    expect(secretRefusal({ ...commands, domains: ["*"] }, "bash_command", { kind: "anywhere" })).toBeNull();
    expect(secretRefusal({ tools: ["webfetch"], domains: [] }, "webfetch", at("https://a.example/"))).toBe(
      "domain",
    );
  });

  it("names destinations", () => {
    expect(destinationDomain(at("https://api.example.com:8443/x"))).toBe("api.example.com:8443");
    expect(destinationDomain({ kind: "anywhere" })).toBe("*");
    expect(destinationDomain({ kind: "machine" })).toBeNull();
  });
});
