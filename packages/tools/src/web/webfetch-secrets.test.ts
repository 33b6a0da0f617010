import { GoaltraceError } from "@goaltrace/core";
import type { SecretDestination } from "@goaltrace/core/ports";
import { createToolRun } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { answer, type Handler, redirect, serveSite, webfetch } from "../../test/web-world.ts";

const VALUE = "ghp_Zx9/8+7=6&5#4?3";

/** A run whose secret `github` may go to `origin`. */
function runWithSecret(origin: string) {
  const asked: SecretDestination[] = [];
  const run = createToolRun({
    addressEffect: () => "allow",
    secrets: {
      reveal: async (names, destination) => {
        asked.push(destination);
        if (destination.kind !== "address" || new URL(destination.address).origin !== origin)
          throw new GoaltraceError({
            code: "NOT_ALLOWED",
            message: "The secret is not for this host.",
            fix: "Ask.",
          });
        return new Map(names.map((name) => [name, VALUE]));
      },
    },
  });
  return { run, asked };
}

/** Answers with a text and keeps what it received. */
function listener(): { readonly handler: Handler; readonly received: string[] } {
  const received: string[] = [];
  return {
    received,
    handler: (request, response) => {
      received.push(
        `${request.url ?? ""} ${String(request.headers.authorization)} ${String(request.headers["x-key"])}`,
      );
      answer("text/plain", "done")(request, response);
    },
  };
}

const PLACEHOLDER = "<secret>github</secret>";

describe("webfetch with secrets", () => {
  it("fills them in in headers, path and query, and shows only placeholders", async () => {
    const { handler, received } = listener();
    const encoded = encodeURIComponent(VALUE);
    const site = await serveSite({ [`/v1/${encoded}`]: handler });
    const { run, asked } = runWithSecret(site.origin);
    const result = await run.call(webfetch([site.host]), {
      url: `${site.origin}/v1/${PLACEHOLDER}?key=${PLACEHOLDER}`,
      headers: { Authorization: `Bearer ${PLACEHOLDER}`, "X-Key": "plain" },
    });
    expect(result.outcome).toBeUndefined();
    expect(received).toEqual([`/v1/${encoded}?key=${encoded} Bearer ${VALUE} plain`]);
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(result)).not.toContain("ghp_");
  });

  it("sends nothing to a host that must not have the secret", async () => {
    const { handler, received } = listener();
    const [allowed, other] = [await serveSite(), await serveSite({ "/": handler })];
    const { run } = runWithSecret(allowed.origin);
    for (const input of [
      { url: `${other.origin}/`, headers: { authorization: PLACEHOLDER } },
      { url: `${other.origin}/?q=${PLACEHOLDER}` },
    ]) {
      const result = await run.call(webfetch([other.host]), input);
      expect(result).toMatchObject({ outcome: "error" });
      expect(result.output).toContain("The secret is not for this host.");
    }
    expect(received).toEqual([]);
  });

  it("follows no redirect to another origin with a secret, although rules allow the address", async () => {
    const { handler, received } = listener();
    const other = await serveSite({ "/": handler });
    const site = await serveSite({
      "/go": redirect(`${other.origin}/`),
      "/stay": redirect("/end"),
      "/end": handler,
    });
    const { run } = runWithSecret(site.origin);
    const headers = { authorization: PLACEHOLDER };
    const tool = webfetch([site.host, other.host]);
    const away = await run.call(tool, { url: `${site.origin}/go`, headers });
    expect(away.output).toContain("another site. Nothing was sent there.");
    expect(received).toEqual([]);
    expect((await run.call(tool, { url: `${site.origin}/stay`, headers })).outcome).toBeUndefined();
    expect(received).toEqual([`/end ${VALUE} undefined`]);
    // Without headers and secrets, rules decide alone.
    expect((await run.call(tool, { url: `${site.origin}/go` })).outcome).toBeUndefined();
  });

  it("does not ask robots.txt with a secret", async () => {
    const seen: (string | undefined)[] = [];
    const site = await serveSite({
      "/robots.txt": (request, response) => {
        seen.push(request.headers.authorization);
        response.writeHead(404).end();
      },
      "/": answer("text/plain", "done"),
    });
    const { run } = runWithSecret(site.origin);
    await run.call(webfetch([site.host]), {
      url: `${site.origin}/`,
      headers: { authorization: PLACEHOLDER },
    });
    expect(seen).toEqual([undefined]);
  });

  it.each([
    ["host", "evil.example"],
    ["Cookie", "a=b"],
    ["transfer-encoding", "chunked"],
    ["X-Forwarded-For", "1.1.1.1"],
    ["metadata-flavor", "Google"],
    ["a b", "c"],
    ["x-split", "a\r\nb: c"],
  ])("refuses the header %s", async (name, value) => {
    const site = await serveSite({ "/": answer("text/plain", "done") });
    const result = await createToolRun().call(webfetch([site.host]), {
      url: `${site.origin}/`,
      headers: { [name]: value },
    });
    expect(result).toMatchObject({ outcome: "error" });
    expect(site.connections).toEqual([]);
  });

  it("refuses a placeholder in the host", async () => {
    const { run, asked } = runWithSecret("https://api.example.com");
    const result = await run.call(webfetch([]), { url: `https://${PLACEHOLDER}.example.com/` });
    expect(result.outcome).toBe("error");
    expect(asked).toEqual([]);
  });
});
