import { LLMock } from "@copilotkit/aimock";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ModelCase } from "./model-case.ts";
import { type SeenRequest, startFront } from "./model-front.ts";

/** An OpenAI-compatible endpoint whose models behave as their cases say, with a project folder for each of them. */
export type HostileModels = {
  readonly baseUrl: string;
  /** Where the runs of a model work. */
  folderOf(model: string): string;
  /** All requests for a model, in order. */
  seen(model: string): readonly SeenRequest[];
  close(): Promise<void>;
};

/** Serves these cases, each under its name as the model's; their folders are made in `parent`. */
export async function startHostileModels(
  cases: readonly ModelCase[],
  parent: string,
): Promise<HostileModels> {
  const folderOf = (model: string): string => path.join(parent, model);
  const mock = await LLMock.create({ port: 0, journalMaxEntries: 0 });
  for (const one of cases) {
    await mkdir(folderOf(one.name));
    await writeFile(path.join(folderOf(one.name), "notes.txt"), "The key word is heron.\n");
    await writeFile(path.join(folderOf(one.name), "more.txt"), "Nothing here.\n");
    addFixtures(mock, one, folderOf(one.name));
  }
  const front = await startFront(mock.url, {
    handlers: new Map(cases.flatMap((one) => (one.front === undefined ? [] : [[one.name, one.front]]))),
    rewrite: new Map(cases.flatMap((one) => (one.rewrite === undefined ? [] : [[one.name, one.rewrite]]))),
  });
  return {
    baseUrl: front.baseUrl,
    folderOf,
    seen: (model) => front.seen(model),
    close: async () => {
      await front.close();
      await mock.stop();
    },
  };
}

function addFixtures(mock: LLMock, one: ModelCase, folder: string): void {
  const { reply } = one;
  if (reply === undefined) return;
  let turn = 0;
  const response: Parameters<LLMock["on"]>[1] = (request) => reply(turn++, request, folder);
  const predicate = ({ model }: { readonly model: string }): boolean => model === one.name;
  if (one.firstDelivery !== undefined) mock.on({ predicate, sequenceIndex: 0 }, response, one.firstDelivery);
  mock.on({ predicate: (request) => predicate(request) }, response);
}
