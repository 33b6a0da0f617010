import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, Locator, Page } from "@playwright/test";
import type { ModelCase } from "../../apps/cli/test/support/model-case.ts";
import { type HostileWorkspace, openHostileWorkspace } from "./hostile-workspace.ts";
import { signIn } from "./owner.ts";
import { createPacedModel } from "./paced-model.ts";
import { makeWorkspace } from "./workspace.ts";

/** The final answer of models from `createCaller`. */
export const CALLER_END = "That was all.";

/** Creates a model that makes one call, with the input of its first turn, and then ends its turn. */
export function createCaller(name: string, tool: string, input: object): ModelCase {
  const model = createPacedModel(name, async (turn) => {
    const call = { id: "call_1", name: tool, arguments: JSON.stringify(input) };
    return await Promise.resolve(turn === 0 ? { text: "", calls: [call] } : { text: CALLER_END, calls: [] });
  });
  model.allow(10);
  return model.modelCase;
}

/** A workspace that asks before calls that change something, and its slug. */
export type AskingWorkspace = HostileWorkspace & {
  /** Returns what runs of a model wrote to a file; null before. */
  written(model: string, file: string): Promise<string | null>;
};

/** Creates such a workspace for one spec, owned by the shared server's owner, with these models. */
export async function openAskingWorkspace(
  { browser, baseURL }: { readonly browser: Browser; readonly baseURL: string | undefined },
  name: string,
  cases: readonly ModelCase[],
): Promise<AskingWorkspace> {
  const slug = await makeWorkspace(name, { mode: "ask" });
  const page = await browser.newPage({ baseURL: baseURL ?? "" });
  await signIn(page);
  const workspace = await openHostileWorkspace(page, { slug, cases, mode: "ask" });
  return {
    ...workspace,
    written: async (model, file) =>
      await readFile(path.join(workspace.modelFolder(model), file), "utf8").catch(() => null),
  };
}

/** The card that asks about a call of `tool`. */
export function requestCard(page: Page, tool = "write_file"): Locator {
  return page.getByRole("article", { name: `Run ${tool}?` });
}
