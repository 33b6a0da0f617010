import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { readExport } from "@goaltrace/core/reading";
import type { CaseRun } from "../../apps/cli/test/support/case-faults.ts";
import { startHostileModels } from "../../apps/cli/test/support/hostile-models.ts";
import { attemptedBodies } from "../../apps/cli/test/support/log-laws.ts";
import type { ModelCase } from "../../apps/cli/test/support/model-case.ts";
import { untilHydrated } from "./hydrated.ts";
import { callProcedure } from "./procedures.ts";

const PROVIDER = "hostile";
const KEY = "sk-test-0123456789abcdef";

export type StartedRun = { readonly conversationId: string; readonly traceId: string };

/** The observations of a run: its log, the requests that the model received, and the request bodies rebuilt from the log. */
export type SeenRun = CaseRun & { readonly rebuilt: readonly string[] };

/** A workspace with models that behave according to their cases. */
export type HostileWorkspace = {
  readonly slug: string;
  /** Returns the project folder of a model's runs. */
  modelFolder(model: string): string;
  /** Returns the number of requests to a model so far. */
  requestCount(model: string): number;
  /** Starts a conversation with a model, working in its folder. */
  start(model: string, text: string): Promise<StartedRun>;
  /** Reads a finished run from its export. */
  read(model: string, traceId: string): Promise<SeenRun>;
  close(): Promise<void>;
};

type WorkspaceSetup = {
  /** The workspace to configure. The page is signed in as a person who may change its settings. */
  readonly slug: string;
  readonly cases: readonly ModelCase[];
  /** The model to add through the settings page; the others are added by API calls. */
  readonly addedInSettings?: string;
  /** The permission mode: with `auto`, models write although no one is there to answer. @default auto */
  readonly mode?: "ask" | "auto";
};

/** Serves the models of these cases and adds them to a workspace, each with its own project folder. */
export async function openHostileWorkspace(
  page: Page,
  { slug, cases, addedInSettings, mode = "auto" }: WorkspaceSetup,
): Promise<HostileWorkspace> {
  const parent = await mkdtemp(path.join(tmpdir(), "goaltrace-hostile-"));
  const models = await startHostileModels(cases, parent);
  const { baseUrl } = models;
  const call = async (procedure: string, input: object): Promise<(field: string) => string> =>
    await callProcedure(page, procedure, { workspace: slug, ...input });
  await call("permissions.setMode", { mode });
  const folders = new Map<string, string>();
  if (addedInSettings !== undefined) await addModelInSettings(page, { slug, name: addedInSettings, baseUrl });
  await Promise.all(
    cases.map(async ({ name }) => {
      const added = await call("folders.add", { name, path: models.projectFolder(name) });
      folders.set(name, added("id"));
      if (name === addedInSettings) return;
      await call("models.save", { provider: PROVIDER, baseUrl, key: KEY, label: name, model: name });
    }),
  );
  return {
    slug,
    modelFolder: (model) => models.projectFolder(model),
    requestCount: (model) => models.seen(model).length,
    start: async (model, text) => {
      const folderId = folders.get(model);
      const started = await call("runs.start", { text, model: `${PROVIDER}/${model}`, folderId });
      return { conversationId: started("conversationId"), traceId: started("traceId") };
    },
    read: async (model, traceId) => {
      let lines: readonly string[] = [];
      // Other specs export as the same person, whose concurrent exports are limited.
      await expect(async () => {
        const response = await page.request.get(`/api/w/${slug}/traces/${traceId}/export`);
        expect(response.status()).toBe(200);
        lines = (await response.text()).split("\n");
      }).toPass();
      const { entries, blobs } = readExport(lines);
      const files = await readdir(models.projectFolder(model));
      return { entries, files, requests: models.seen(model), rebuilt: attemptedBodies(entries, blobs) };
    },
    close: async () => {
      await models.close();
      await rm(parent, { recursive: true, force: true });
    },
  };
}

async function addModelInSettings(
  page: Page,
  model: { readonly slug: string; readonly name: string; readonly baseUrl: string },
): Promise<void> {
  await page.goto(`/w/${model.slug}/settings/models`);
  await untilHydrated(page);
  await page.getByRole("button", { name: "Add model" }).click();
  await page.getByLabel("Name", { exact: true }).fill(model.name);
  await page.getByLabel("Provider").fill(PROVIDER);
  await page.getByLabel("Base URL").fill(model.baseUrl);
  await page.getByLabel("Model", { exact: true }).fill(model.name);
  await page.getByLabel("Key", { exact: true }).fill(KEY);
  await page.getByRole("button", { name: "Save model" }).click();
  await expect(page.getByText(`${PROVIDER}/${model.name}`)).toBeVisible();
  // The page never shows the stored key.
  expect(await page.content()).not.toContain(KEY);
}
