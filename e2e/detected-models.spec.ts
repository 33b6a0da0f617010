import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { expect, test } from "@playwright/test";
import { untilHydrated } from "./support/hydrated.ts";
import { signIn } from "./support/owner.ts";
import { makeWorkspace } from "./support/workspace.ts";

/** The ports on which the app looks for local model servers. */
const DEFAULT_PORTS = [
  { label: "Ollama", port: 11_434 },
  { label: "LM Studio", port: 1_234 },
  { label: "vLLM", port: 8_000 },
  { label: "llama.cpp", port: 8_080 },
] as const;

/** Starts a fake server on the first free default port, so that a developer's own server is not disturbed. */
async function startLocalServer(models: readonly string[]): Promise<{
  readonly server: Server;
  readonly label: string;
  readonly baseUrl: string;
}> {
  for (const { label, port } of DEFAULT_PORTS) {
    const server = createServer((request, response) => {
      response.statusCode = request.url === "/v1/models" ? 200 : 404;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ data: models.map((id) => ({ id })) }));
    });
    server.listen(port, "127.0.0.1");
    const isListening = await Promise.race([
      once(server, "listening").then(() => true),
      once(server, "error").then(() => false),
    ]);
    if (isListening) return { server, label, baseUrl: `http://127.0.0.1:${port}/v1` };
  }
  throw new Error("All ports of local model servers are in use. Stop one of them and run the test again.");
}

test("adding a model offers the models of a local server and fills in the form", async ({ page }) => {
  const { server, label, baseUrl } = await startLocalServer(["qwen3:8b", "llama3.1:8b"]);
  try {
    await signIn(page);
    await page.goto(`/w/${await makeWorkspace("detected")}/settings/models`);
    await untilHydrated(page);
    await page.getByRole("button", { name: "Add model" }).click();
    const detected = page.getByRole("group", { name: "Found on this machine" });
    await expect(detected.getByRole("button", { name: `qwen3:8b on ${label}` })).toBeVisible();
    await detected.getByRole("button", { name: `llama3.1:8b on ${label}` }).click();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("llama3.1:8b");
    await expect(page.getByLabel("Base URL")).toHaveValue(baseUrl);
  } finally {
    server.close();
  }
});
