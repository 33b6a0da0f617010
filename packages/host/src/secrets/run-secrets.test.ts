import type { SecretRequest } from "@goaltrace/core/ports";
import type { ToolSet } from "@goaltrace/core/tools";
import type { SecretStore, StoredSecret } from "@goaltrace/db";
import { openVault } from "@goaltrace/tools";
import { describe, expect, it } from "vitest";
import { createLearningRedactor } from "../redaction/get-redactor.ts";
import { createRunSecrets } from "./run-secrets.ts";
import { addSecret, rotateSecret } from "./save-secret.ts";

const vault = await openVault({ home: "", secret: "a".repeat(64) });
const scope = { workspaceId: "ours", personId: "mira" };
const VALUE = "first-value-0123456789";
const NEXT = "second-value-0123456789";

/** The part of a tool set that secrets read. */
const tools = {
  tools: ["webfetch", "bash_command"].map((name) => ({ name, fillsSecrets: true })),
} as unknown as ToolSet;

function createStore(): Pick<SecretStore, "list" | "save" | "noteUse"> & { rows: StoredSecret[] } {
  const store = {
    rows: [] as StoredSecret[],
    list: async () => store.rows,
    save: async (_: unknown, change: Parameters<SecretStore["save"]>[1], version: number) => {
      const before = store.rows.find(({ name }) => name === change.name);
      if ((before?.version ?? 0) !== version) return false;
      const row = { ...change, version: version + 1, personId: "mira", createdAt: 0, rotatedAt: 0 };
      store.rows = [...store.rows.filter(({ name }) => name !== change.name), row];
      return true;
    },
    noteUse: async () => undefined,
  };
  return store;
}

async function setUp() {
  const store = createStore();
  const ports = { secrets: store, vault, tools };
  const grant = { tools: ["webfetch"], domains: ["api.example.com"] };
  await addSecret(ports, scope, { name: "github", description: "", value: VALUE, ...grant });
  const masks = createLearningRedactor(
    { vault, secrets: { "model-key": [], environment: [] } },
    { workspaceId: "ours", settings: [], secrets: [] },
  );
  return { store, ports, masks, secrets: createRunSecrets({ store, vault }, "ours", masks.learn) };
}

const request = (change: Partial<SecretRequest> = {}): SecretRequest => ({
  ...{ names: ["github"], tool: "webfetch", traceId: "t", toolCallId: "c" },
  destination: { kind: "address", address: "https://api.example.com/v1" },
  ...change,
});

describe("the secrets of a run", () => {
  it("opens a secret for its tool and domain, after the run masks it", async () => {
    const { secrets, masks } = await setUp();
    expect(masks.redactor.redact(VALUE)).toBe(VALUE);
    expect(await secrets.open(request())).toEqual(new Map([["github", VALUE]]));
    expect(masks.redactor.redact(`token ${VALUE}`)).toBe("token [redacted:github#1]");
  });

  it.each([
    [{ names: ["gitlab"] }, "There is no secret gitlab."],
    [{ tool: "bash_command" }, "The secret github is not for the tool bash_command."],
    [
      { destination: { kind: "address", address: "https://evil.example/api.example.com" } as const },
      "The secret github is not for evil.example.",
    ],
    [
      { destination: { kind: "anywhere" } as const },
      "The secret github is not for commands that can reach any host.",
    ],
  ])("refuses %j", async (change, reason) => {
    const { secrets } = await setUp();
    await expect(secrets.open(request(change))).rejects.toThrow(reason);
  });

  it("names the secrets that the call could have", async () => {
    const { secrets } = await setUp();
    await expect(secrets.open(request({ names: ["git-hub"] }))).rejects.toThrow("These are: github.");
  });

  it("returns the new value after the rotation, and masks both values", async () => {
    const { secrets, ports, masks } = await setUp();
    await secrets.open(request());
    expect(await rotateSecret(ports, scope, { name: "github", value: NEXT })).toEqual({ version: 2 });
    expect((await secrets.open(request())).get("github")).toBe(NEXT);
    expect(masks.redactor.redact(`${VALUE} ${NEXT}`)).toBe("[redacted:github#1] [redacted:github#2]");
  });

  it("does not open a secret whose row was changed to reach another domain or tool", async () => {
    const { secrets, store } = await setUp();
    store.rows = store.rows.map((row) => ({ ...row, domains: ["https://evil.example"] }));
    const address = { kind: "address", address: "https://evil.example/" } as const;
    await expect(secrets.open(request({ destination: address }))).rejects.toThrow("cannot be decrypted");
  });

  it("masks secrets in every encoding that text takes", async () => {
    const { secrets, masks } = await setUp();
    await secrets.open(request());
    const forms = [
      encodeURIComponent(VALUE),
      Buffer.from(VALUE).toString("hex"),
      ...["", "x", "xy"].map((before) => Buffer.from(`${before}${VALUE}!`).toString("base64")),
      JSON.stringify(JSON.stringify({ key: VALUE })),
    ];
    for (const form of forms) {
      const masked = masks.redactor.redact(`see ${form} there`);
      expect(masked, form).toContain("[redacted:github#1]");
      expect(
        Buffer.from(masked.replaceAll(/\[redacted[^\]]*\]/gu, ""), "base64").toString(),
        form,
      ).not.toContain(VALUE.slice(4, -4));
    }
  });
});

describe("what people enter", () => {
  it.each([
    [{ name: "a b" }, "is not a name"],
    [{ value: "short" }, "8 to"],
    [{ value: "two lines\nof text" }, "line breaks"],
    [{ tools: ["write_file"] }, "cannot have secrets"],
    [{ tools: [] }, "No tool"],
    [{ domains: ["api.example.com/v1"] }, "is not a domain"],
    [{ name: "github" }, "already"],
  ])("refuses %j", async (change, message) => {
    const { ports } = await setUp();
    const input = { name: "other", description: "", value: VALUE, tools: ["webfetch"], domains: [] };
    await expect(addSecret(ports, scope, { ...input, ...change })).rejects.toThrow(message);
  });

  it("changes tools and domains only together with the value", async () => {
    const { ports, store } = await setUp();
    const grant = { tools: ["webfetch"], domains: ["*"] };
    await rotateSecret(ports, scope, { name: "github", value: NEXT, grant });
    expect(store.rows[0]).toMatchObject({ domains: ["*"], version: 2 });
    const stale = { ...ports, secrets: { ...store, save: async () => false } };
    await expect(rotateSecret(stale, scope, { name: "github", value: NEXT })).rejects.toThrow("meanwhile");
  });
});
