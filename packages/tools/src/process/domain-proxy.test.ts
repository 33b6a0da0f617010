import http from "node:http";
import net from "node:net";
import { createToolRun } from "@goaltrace/core/testing";
import { expect, it, onTestFinished } from "vitest";
import { answer, redirect, serveSite } from "../../test/web-world.ts";
import { bashCommandTool } from "../execution/bash-command.ts";
import { temporaryFolder } from "../../test/test-context.ts";
import { createAddressGuard } from "../web/address-guard.ts";
import { type DomainProxy, openDomainProxy, parseDomains } from "./domain-proxy.ts";
import { createSandbox } from "./sandbox.ts";

async function proxyTo(domains: readonly string[], privateHosts: readonly string[]): Promise<DomainProxy> {
  const proxy = await openDomainProxy(
    parseDomains(domains) ?? [],
    createAddressGuard({ privateHosts: new Set(privateHosts) }),
  );
  onTestFinished(proxy.close);
  return proxy;
}

/** Sends a request through the proxy; returns the status and the body. */
async function get({ socket }: DomainProxy, url: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    const request = http.get({ socketPath: socket, path: url, agent: false }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text: string) => (body += text));
      response.on("end", () => resolve(`${String(response.statusCode)} ${body.trim()}`));
    });
    request.on("error", reject);
  });
}

/** Asks for a connection; returns the first line of the answer, and what came after a request on it. */
async function connect({ socket }: DomainProxy, target: string): Promise<string> {
  return await new Promise((resolve) => {
    const client = net.connect(socket, () =>
      client.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`),
    );
    let said = "";
    client.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.endsWith("Established\r\n\r\n"))
        client.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    });
    client.on("close", () => resolve(said));
    client.on("error", () => resolve(said));
  });
}

it("passes requests on to its domains, and connections to those with https, byte by byte", async () => {
  const site = await serveSite({ "/": answer("text/plain", "herons") });
  const proxy = await proxyTo([site.origin, `https://${site.host}`], [site.host]);
  expect(await get(proxy, `${site.origin}/`)).toBe("200 herons");
  expect(await connect(proxy, site.host)).toMatch(/^HTTP\/1\.1 200 .*herons/su);
  expect(proxy.refused()).toEqual([]);
});

it("reaches no other host, port or scheme, and names what it refused", async () => {
  const [site, canary] = [await serveSite({ "/": answer("text/plain", "herons") }), await serveSite()];
  const proxy = await proxyTo([site.origin], [site.host, canary.host]);
  expect(await get(proxy, `${canary.origin}/`)).toMatch(/^403/u);
  expect(await connect(proxy, canary.host)).toMatch(/^HTTP\/1\.1 403/u);
  // The domain was given for http.
  expect(await connect(proxy, site.host)).toMatch(/^HTTP\/1\.1 403/u);
  expect(await get(proxy, "/")).toMatch(/^403/u);
  expect(proxy.refused()).toEqual([canary.host, site.host, "an address without a host"]);
  expect(canary.connections).toEqual([]);
});

it("reaches nothing on this machine or in private networks, unless the operator lists it", async () => {
  const canary = await serveSite();
  const port = String(canary.port);
  const hosts = ["127.0.0.1", "localhost", "[::1]", "2130706433", "169.254.169.254"].map(
    (host) => `${host}:${port}`,
  );
  const proxy = await proxyTo(
    hosts.flatMap((host) => [`http://${host}`, `https://${host}`]),
    [],
  );
  for (const host of hosts) {
    expect(await get(proxy, `http://${host}/`), host).toMatch(/^(?:403|502)/u);
    expect(await connect(proxy, host), host).toMatch(/^HTTP\/1\.1 (?:403|502)/u);
  }
  expect(canary.connections).toEqual([]);
});

it("does not follow a redirect to where the command may not go", async () => {
  const canary = await serveSite();
  const site = await serveSite({ "/": redirect(canary.origin) });
  const proxy = await proxyTo([site.origin], [site.host]);
  expect(await get(proxy, `${site.origin}/`)).toMatch(/^302/u);
  expect(canary.connections).toEqual([]);
});

it("accepts hosts, but not a wildcard for every host", () => {
  expect(parseDomains(["registry.npmjs.org", "*.Example.com:8443", "http://wiki.internal"])).toEqual([
    ...["https://registry.npmjs.org", "https://*.example.com:8443", "http://wiki.internal"],
  ]);
  for (const wrong of ["*", "", "a b", "https://x/path", "ftp://x", "*.*", "user@x"])
    expect(parseDomains([wrong]), wrong).toBeNull();
});

const sandbox = createSandbox();
const { strength } = await sandbox.report();

it.runIf(strength === "enforcing")(
  "is the only way out of the sandbox for a command with domains",
  async () => {
    const [site, canary] = [await serveSite({ "/": answer("text/plain", "herons") }), await serveSite()];
    const privateHosts = new Set([site.host, canary.host]);
    const tool = bashCommandTool({ sandbox, variables: process.env, privateHosts });
    const run = createToolRun({ projectFolder: await temporaryFolder() });
    const fetches = [site, canary].map(
      ({ origin }) =>
        `node -e 'require("http").get({host:"127.0.0.1",port:3128,path:"${origin}/"},r=>r.pipe(process.stdout))'`,
    );
    const direct = `(cat < /dev/tcp/127.0.0.1/${String(canary.port)}) 2>&1`;
    const result = await run.call(tool, {
      ...{ command: `${fetches.join("; ")}; ${direct}`, domains: [site.origin], timeout_seconds: 20 },
    });
    expect(result.output).toContain("herons");
    expect(result.output).toContain(`not among its domains: ${canary.host}`);
    expect(canary.connections).toEqual([]);
    expect(run.recorded).toMatchObject([
      { type: "process.started", data: { network: false, domains: [site.origin] } },
      { type: "process.ended" },
    ]);
    const other = await run.call(tool, { command: fetches[0] ?? "", timeout_seconds: 20 });
    expect(other.output).not.toContain("herons");
  },
);
