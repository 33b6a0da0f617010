import { expect, it } from "vitest";
import { environmentSecrets, openModelKey, openModelKeys } from "./known-secrets.ts";
import { createVault, modelKeyContext } from "./vault.ts";

it("collects all environment secrets and the database password in raw and decoded form", () => {
  expect(
    environmentSecrets({
      OPENAI_API_KEY: "sk-openai",
      DEEPSEEK_API_KEY: " sk-deepseek ",
      GOALTRACE_SECRET: "secret",
      GOALTRACE_METRICS_TOKEN: "",
      GOALTRACE_MODEL: "gpt",
      DATABASE_URL: "postgresql://me:p%40ssword@host/db",
    }),
  ).toEqual({
    "model-key": ["sk-openai", "sk-deepseek"],
    environment: ["secret", "p%40ssword", "p@ssword"],
  });
  expect(environmentSecrets({ DATABASE_URL: "postgresql://me:100%@host/db" }).environment).toEqual(["100%"]);
  expect(environmentSecrets({ DATABASE_URL: "postgresql://host/db" }).environment).toEqual([]);
});

it("opens stored keys for masking, skips keys sealed for another address and reports them on use", () => {
  const vault = createVault("a root secret of some length");
  const model = (id: string, sealedFor: string | null) => ({
    id,
    baseUrl: null,
    encryptedKey: vault.seal(
      `key-of-${id}`,
      modelKeyContext({ workspaceId: "w", modelId: id, baseUrl: sealedFor }),
    ),
  });
  const moved = model("moved", "https://elsewhere.example");
  expect(openModelKeys(vault, "w", [model("a", null), moved, { ...moved, encryptedKey: null }])).toEqual([
    "key-of-a",
  ]);
  expect(() => openModelKey(vault, "w", moved)).toThrow(/cannot be decrypted/);
});

it("recognizes every variable that holds a secret", () => {
  expect(
    environmentSecrets({
      GOALTRACE_METRICS_TOKEN: "token",
      GOALTRACE_ADMIN_PASSWORD: "password",
      GOALTRACE_SECRET: " ",
      DATABASE_URL: "postgresql://me:plain@host/db",
    }),
  ).toEqual({ "model-key": [], environment: ["token", "password", "plain"] });
  expect(environmentSecrets({})).toEqual({ "model-key": [], environment: [] });
  expect(environmentSecrets({ DATABASE_URL: "not a URL" }).environment).toEqual([]);
});

it("gives no key for a model without one, and none that is empty", () => {
  const vault = createVault("a root secret of some length");
  const model = { id: "m", baseUrl: null, encryptedKey: null };
  expect(openModelKey(vault, "w", model)).toBe("");
  const context = modelKeyContext({ workspaceId: "w", modelId: "m", baseUrl: null });
  const empty = { ...model, encryptedKey: vault.seal("", context) };
  expect(openModelKeys(vault, "w", [model, empty])).toEqual([]);
});
