import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "@playwright/test";
import { OWNER, signIn } from "./support/owner.ts";

/** Where Ollama listens, and so what stands in for it. */
const OLLAMA = 11_434;

test("R27 · W12 · adding a model offers what a local server has, and fills the form with it", async ({
  page,
}) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ data: [{ id: "qwen3:8b" }, { id: "llama3.1:8b" }] }));
  });
  server.listen(OLLAMA, "127.0.0.1");
  const isOurs = await Promise.race([
    once(server, "listening").then(() => true),
    once(server, "error").then(() => false),
  ]);
  test.skip(!isOurs, `something else listens on port ${OLLAMA}`);
  try {
    await signIn(page);
    await page.goto(`/w/${OWNER.slug}/settings/models`);
    await page.getByRole("button", { name: "Add model" }).click();
    const found = page.getByRole("group", { name: "Found on this machine" });
    await expect(found.getByRole("button")).toHaveText(["qwen3:8b on Ollama", "llama3.1:8b on Ollama"]);
    expect(asked).toContain("/v1/models");
    await found.getByRole("button", { name: "llama3.1:8b on Ollama" }).click();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("llama3.1:8b");
    await expect(page.getByLabel("Base URL")).toHaveValue(`http://127.0.0.1:${OLLAMA}/v1`);
  } finally {
    server.close();
  }
});
