import { expect, it } from "vitest";
import type { RunPorts } from "./loop/ports.ts";
import { createRunTree } from "./run-tree.ts";
import { buildTrace } from "./testing/builders.ts";

it("gives a run below the root the API key of the root, which only a claim reads back", async () => {
  const child = buildTrace({ id: "child", rootId: "root", parentId: "root" });
  const get = async (_scope: unknown, id: string): Promise<typeof child | undefined> =>
    id === child.id ? child : undefined;
  const treeOf = (keyId?: string): ReturnType<typeof createRunTree> =>
    createRunTree({
      ...{ ports: { traces: { get } } as unknown as RunPorts, fence: 1, previousHolder: "died" },
      root: buildTrace({ id: "root", ...(keyId === undefined ? {} : { keyId }) }),
      ...{ release: new AbortController().signal, setAside: new AbortController().signal },
      ...{ openInbox: undefined, checkRoot: async () => undefined, emit: () => undefined },
    });
  expect(await treeOf("key").get("child")).toEqual({ ...child, keyId: "key" });
  expect(await treeOf().get("child")).toEqual(child);
  expect(await treeOf("key").get("other")).toBeUndefined();
});
