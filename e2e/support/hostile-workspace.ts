import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { readExport } from "@goaltrace/core/reading";
import type { CaseRun } from "../../apps/cli/test/support/case-faults.ts";
import { startHostileModels } from "../../apps/cli/test/support/hostile-models.ts";
import { attemptedBodies } from "../../apps/cli/test/support/log-laws.ts";
import type { ModelCase } from "../../apps/cli/test/support/model-case.ts";
import { callProcedure } from "./procedures.ts";

const PROVIDER = "hostile";
const KEY = "sk-test-0123456789abcdef";

export type StartedRun = { readonly conversationId: string; readonly traceId: string };

/** What is known of a run: its log and requests, and the bodies that its log says were sent. */
export type SeenRun = CaseRun & { readonly rebuilt: readonly string[] };

/** A workspace whose models behave as their cases say. */
export type HostileWorkspace = {
  readonly slug: string;
  /** Where the runs of a model work. */
  folderOf(model: string): string;
  /** How often a model was asked so far. */
  requestsOf(model: string): number;
  /** Starts a conversation with a model, working in its folder. */
  start(model: string, text: string): Promise<StartedRun>;
  /** Reads a run that has ended from its export. */
  read(model: string, traceId: string): Promise<SeenRun>;
  close(): Promise<void>;
};

type Furnishing = {
  /** The workspace to furnish; the page is signed in as somebody who may change its settings. */
  readonly slug: string;
  readonly cases: readonly ModelCase[];
  /** The model that is added through the page of settings, as a person would; the others are added by the procedure behind it. */
  readonly typedIn?: string;
};

/** Serves the models of these cases and adds them, each with a folder of its own, to a workspace. */
export async function openHostileWorkspace(
  page: Page,
  { slug, cases, typedIn }: Furnishing,
): Promise<HostileWorkspace> {
  const parent = await mkdtemp(path.join(tmpdir(), "goaltrace-hostile-"));
  const models = await startHostileModels(cases, parent);
  const { baseUrl } = models;
  const add = async (procedure: string, input: object): Promise<(field: string) => string> =>
    await callProcedure(page, procedure, { workspace: slug, ...input });
  const folders = new Map<string, string>();
  if (typedIn !== undefined) await addModelInSettings(page, { slug, name: typedIn, baseUrl });
  await Promise.all(
    cases.map(async ({ name }) => {
      const added = await add("folders.add", { name, path: models.projectFolder(name) });
      folders.set(name, added("id"));
      if (name === typedIn) return;
      await add("models.save", { provider: PROVIDER, baseUrl, key: KEY, label: name, model: name });
    }),
  );
  return {
    slug,
    folderOf: (model) => models.projectFolder(model),
    requestsOf: (model) => models.seen(model).length,
    start: async (model, text) => {
      const folderId = folders.get(model);
      const started = await add("runs.start", { text, model: `${PROVIDER}/${model}`, folderId });
      return { conversationId: started("conversationId"), traceId: started("traceId") };
    },
    read: async (model, traceId) => {
      const response = await page.request.get(`/api/w/${slug}/traces/${traceId}/export`);
      const { entries, blobs } = readExport((await response.text()).split("\n"));
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
  await page.getByRole("button", { name: "Add model" }).click();
  await page.getByLabel("Name", { exact: true }).fill(model.name);
  await page.getByLabel("Provider").fill(PROVIDER);
  await page.getByLabel("Base URL").fill(model.baseUrl);
  await page.getByLabel("Model", { exact: true }).fill(model.name);
  await page.getByLabel("Key", { exact: true }).fill(KEY);
  await page.getByRole("button", { name: "Save model" }).click();
  await expect(page.getByText(`${PROVIDER}/${model.name}`)).toBeVisible();
  // What was typed in never comes back.
  expect(await page.content()).not.toContain(KEY);
}
