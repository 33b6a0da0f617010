import { describe, expect, it } from "vitest";
import { type Case, clock, type ContractCases, ids } from "./contract-cases.ts";

/** What stores promise of the run that a conversation goes on from; a part of the store contract. */
export function describeHeads(cases: ContractCases): void {
  const setUp = async (): Promise<{
    readonly first: Case;
    readonly conversationId: string;
    readonly head: () => Promise<string | undefined>;
  }> => {
    const scope = await cases.makeScope();
    const conversationId = ids.next();
    await cases.stores().makeConversation(scope, conversationId);
    const first = await cases.create(
      { conversationId, status: "completed", createdAt: clock.now() + 60_000 },
      scope,
    );
    const head = async (): Promise<string | undefined> =>
      (await cases.stores().traces.head(scope, conversationId))?.id;
    return { first, conversationId, head };
  };

  describe("heads", () => {
    it("M4 · a conversation goes on from the root created last, whatever its clock said", async () => {
      const { first, conversationId, head } = await setUp();
      expect(await head()).toBe(first.trace.id);
      const second = await cases.create({ conversationId, status: "completed" }, first.scope);
      expect(await head()).toBe(second.trace.id);
      await cases.create(
        { conversationId, rootId: second.trace.id, parentId: second.trace.id, status: "completed" },
        first.scope,
      );
      expect(await head()).toBe(second.trace.id);
      await cases.stores().traces.delete(first.scope, second.trace.id);
      expect(await head()).toBe(first.trace.id);
      await cases.stores().traces.delete(first.scope, first.trace.id);
      expect(await head()).toBeUndefined();
    });

    it("M4 · lists hold roots alone", async () => {
      const { first, conversationId } = await setUp();
      const parent = { rootId: first.trace.id, parentId: first.trace.id };
      await cases.create({ conversationId, ...parent }, first.scope);
      const page = await cases
        .stores()
        .traces.list(first.scope, { conversationId }, { cursor: null, limit: 9 });
      expect(page.items.map((trace) => trace.id)).toEqual([first.trace.id]);
    });

    it("M17 · another workspace has no head there", async () => {
      const { conversationId } = await setUp();
      expect(await cases.stores().traces.head(await cases.makeScope(), conversationId)).toBeUndefined();
    });
  });
}
