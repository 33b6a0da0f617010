import { LLMock } from "@copilotkit/aimock";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ModelCase } from "./model-case.ts";
import { type SeenRequest, startFront } from "./model-front.ts";

/** An OpenAI-compatible endpoint whose models behave as defined by their cases, with a project folder for each. */
export type HostileModels = {
  readonly baseUrl: string;
  /** Returns the project folder of a model's runs. */
  projectFolder(model: string): string;
  /** Returns all requests to a model, in order. */
  seen(model: string): readonly SeenRequest[];
  close(): Promise<void>;
};

/** Serves these cases, each as the model with its name; their folders are created in `parent`. */
export async function startHostileModels(
  cases: readonly ModelCase[],
  parent: string,
): Promise<HostileModels> {
  const projectFolder = (model: string): string => path.join(parent, model);
  const mock = await LLMock.create({ port: 0, journalMaxEntries: 0 });
  for (const modelCase of cases) {
    await mkdir(projectFolder(modelCase.name));
    await writeFile(path.join(projectFolder(modelCase.name), "notes.txt"), "The key word is heron.\n");
    await writeFile(path.join(projectFolder(modelCase.name), "more.txt"), "Nothing here.\n");
    addFixtures(mock, modelCase, projectFolder(modelCase.name));
  }
  const front = await startFront(mock.url, {
    handlers: new Map(cases.flatMap((one) => (one.front === undefined ? [] : [[one.name, one.front]]))),
    rewrite: new Map(cases.flatMap((one) => (one.rewrite === undefined ? [] : [[one.name, one.rewrite]]))),
  });
  return {
    baseUrl: front.baseUrl,
    projectFolder,
    seen: (model) => front.seen(model),
    close: async () => {
      await front.close();
      await mock.stop();
    },
  };
}

function addFixtures(mock: LLMock, modelCase: ModelCase, folder: string): void {
  const { reply } = modelCase;
  if (reply === undefined) return;
  let turn = 0;
  const response: Parameters<LLMock["on"]>[1] = (request) => reply(turn++, request, folder);
  const predicate = ({ model }: { readonly model: string }): boolean => model === modelCase.name;
  if (modelCase.firstDelivery !== undefined)
    mock.on({ predicate, sequenceIndex: 0 }, response, modelCase.firstDelivery);
  mock.on({ predicate: (request) => predicate(request) }, response);
}
