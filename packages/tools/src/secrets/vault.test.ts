import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { anyText } from "@goaltrace/core/testing";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createVault, modelKeyContext, openVault } from "./vault.ts";

describe("vault", () => {
  let home = "";
  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), "goaltrace-vault-"));
  });
  afterEach(async () => rm(home, { recursive: true, force: true }));

  it("opens what it sealed, and the sealed bytes do not contain the plain text", () => {
    const vault = createVault("a".repeat(64));
    fc.assert(
      fc.property(anyText({ minLength: 8 }), fc.string(), (plain, context) => {
        const sealed = vault.seal(plain, context);
        expect(vault.open(sealed, context)).toBe(Buffer.from(plain).toString());
        expect(Buffer.from(sealed).includes(Buffer.from(plain))).toBe(false);
      }),
    );
  });

  it("seals the same key differently each time", () => {
    const vault = createVault("a".repeat(64));
    expect(Buffer.from(vault.seal("key", "c"))).not.toEqual(Buffer.from(vault.seal("key", "c")));
  });

  it("rejects a stored key after its base URL, workspace or model changed", () => {
    const vault = createVault("a".repeat(64));
    const model = { workspaceId: "w", modelId: "m", baseUrl: "https://api.deepseek.com" };
    const sealed = vault.seal("sk-secret", modelKeyContext(model));
    for (const change of [
      { baseUrl: "https://evil.example" },
      { workspaceId: "v" },
      { modelId: "n" },
      { baseUrl: null },
    ]) {
      expect(() => vault.open(sealed, modelKeyContext({ ...model, ...change }))).toThrow(
        /cannot be decrypted/,
      );
    }
  });

  it("rejects modified, truncated and foreign bytes", () => {
    const vault = createVault("a".repeat(64));
    const sealed = vault.seal("sk-secret", "c");
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = sealed.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => vault.open(changed, "c")).toThrow();
      expect(() => vault.open(sealed.slice(0, at), "c")).toThrow();
    }
    expect(() => createVault("b".repeat(64)).open(sealed, "c")).toThrow();
  });

  it("creates one secret with mode 0600 when several processes start concurrently", async () => {
    const vaults = await Promise.all(
      Array.from({ length: 8 }, async () => openVault({ home, secret: null })),
    );
    const sealed = vaults[0]?.seal("shared", "c") ?? new Uint8Array();
    expect(vaults.map((vault) => vault.open(sealed, "c"))).toEqual(Array.from({ length: 8 }, () => "shared"));
    expect((await stat(path.join(home, "secret.key"))).mode & 0o777).toBe(0o600);
    expect((await readFile(path.join(home, "secret.key"), "utf8")).length).toBe(64);
  });

  it("prefers GOALTRACE_SECRET and derives a different secret per purpose", async () => {
    const vault = await openVault({ home, secret: "from the environment" });
    expect(vault.derive("sessions")).toHaveLength(64);
    expect(vault.derive("sessions")).not.toBe(vault.derive("other"));
    expect(createVault("from the environment").derive("sessions")).toBe(vault.derive("sessions"));
  });

  it("names a broken secret file instead of creating a new secret", async () => {
    await writeFile(path.join(home, "secret.key"), "short");
    await expect(openVault({ home, secret: null })).rejects.toThrow(
      /secret\.key does not contain a usable secret/,
    );
  });

  it("opens what earlier versions sealed, and derives the same secrets as they did", () => {
    const vault = createVault("a".repeat(64));
    const sealed = "010707070707070707070707074c03e106754d7e622822c76efced7e5fc74fad4761bbbad418";
    expect(vault.open(Buffer.from(sealed, "hex"), "context")).toBe("sk-secret");
    expect(vault.derive("sessions")).toBe("90e12f50a01a3bcea200a3c7191c362add2ee00863d415822f56a951529c0d70");
    expect(modelKeyContext({ workspaceId: "w", modelId: "m", baseUrl: null })).toBe(
      '["model-key","w","m",null]',
    );
    expect(vault.open(vault.seal("", "c"), "c")).toBe("");
  });

  it("names the remedy for a secret that cannot be opened", () => {
    const error = {
      code: "CONFIGURATION_INVALID",
      message: "A stored secret cannot be decrypted with this server's secret.",
      fix: "Enter the key again under Settings, Models, or start the server with the GOALTRACE_SECRET (or secret.key) that was used to store it.",
    };
    const vault = createVault("a".repeat(64));
    const thrown = (act: () => unknown): unknown => {
      try {
        return act();
      } catch (caught) {
        return caught;
      }
    };
    expect(thrown(() => vault.open(new Uint8Array(), "c"))).toMatchObject(error);
    expect(thrown(() => vault.open(vault.seal("key", "c"), "d"))).toMatchObject({
      ...error,
      cause: expect.any(Error) as unknown,
    });
  });

  it("reads the secret of a file, creates the folder of a missing one, and leaves nothing else in it", async () => {
    const secret = "b".repeat(32);
    await writeFile(path.join(home, "secret.key"), ` ${secret}\n`);
    const vault = await openVault({ home, secret: null });
    expect(vault.derive("x")).toBe(createVault(secret).derive("x"));
    const missing = path.join(home, "deep", "home");
    const created = await openVault({ home: missing, secret: null });
    expect(await readdir(missing)).toEqual(["secret.key"]);
    const text = await readFile(path.join(missing, "secret.key"), "utf8");
    expect(text).toMatch(/^[0-9a-f]{64}$/u);
    expect(created.derive("x")).toBe(createVault(text).derive("x"));
  });

  it("refuses a secret that is too short or cannot be read, with the remedy", async () => {
    await writeFile(path.join(home, "secret.key"), "b".repeat(31));
    await expect(openVault({ home, secret: null })).rejects.toMatchObject({
      code: "CONFIGURATION_INVALID",
      message: `${path.join(home, "secret.key")} does not contain a usable secret.`,
      fix: "Restore the file from a backup, or delete it. After deleting it, model keys must be entered again and everyone must sign in again.",
    });
    const blocked = path.join(home, "blocked");
    await mkdir(path.join(blocked, "secret.key"), { recursive: true });
    await expect(openVault({ home: blocked, secret: null })).rejects.toMatchObject({ code: "EISDIR" });
  });
});
