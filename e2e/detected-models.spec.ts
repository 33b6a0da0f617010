import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { expect, test } from "@playwright/test";
import { signIn } from "./support/owner.ts";
import { makeWorkspace } from "./support/workspace.ts";

/** Where local servers of models are looked for. */
const USUAL = [
  { label: "Ollama", port: 11_434 },
  { label: "LM Studio", port: 1_234 },
  { label: "vLLM", port: 8_000 },
  { label: "llama.cpp", port: 8_080 },
] as const;

/** Stands in for the first of the usual servers whose port is free: a developer's own goes on undisturbed. */
async function startLocalServer(models: readonly string[]): Promise<{
  readonly server: Server;
  readonly label: string;
  readonly baseUrl: string;
}> {
  for (const { label, port } of USUAL) {
    const server = createServer((request, response) => {
      response.statusCode = request.url === "/v1/models" ? 200 : 404;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ data: models.map((id) => ({ id })) }));
    });
    server.listen(port, "127.0.0.1");
    const isOurs = await Promise.race([
      once(server, "listening").then(() => true),
      once(server, "error").then(() => false),
    ]);
    if (isOurs) return { server, label, baseUrl: `http://127.0.0.1:${port}/v1` };
  }
  throw new Error("Every port of a local model server is taken: stop one of them and run the test again.");
}

test("adding a model offers what a local server has, and fills the form with it", async ({ page }) => {
  const { server, label, baseUrl } = await startLocalServer(["qwen3:8b", "llama3.1:8b"]);
  try {
    await signIn(page);
    await page.goto(`/w/${await makeWorkspace("detected")}/settings/models`);
    await page.getByRole("button", { name: "Add model" }).click();
    const found = page.getByRole("group", { name: "Found on this machine" });
    await expect(found.getByRole("button", { name: `qwen3:8b on ${label}` })).toBeVisible();
    await found.getByRole("button", { name: `llama3.1:8b on ${label}` }).click();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("llama3.1:8b");
    await expect(page.getByLabel("Base URL")).toHaveValue(baseUrl);
  } finally {
    server.close();
  }
});
