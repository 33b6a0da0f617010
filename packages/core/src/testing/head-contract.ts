import { describe, expect, it } from "vitest";
import { type Case, clock, type ContractCases, ids } from "./contract-cases.ts";

/** Store contract, part: a conversation's head, the run that its next turn continues. */
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
    it("continues a conversation from the root created last, regardless of clocks", async () => {
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

    it("lists only roots", async () => {
      const { first, conversationId } = await setUp();
      const parent = { rootId: first.trace.id, parentId: first.trace.id };
      await cases.create({ conversationId, ...parent }, first.scope);
      const page = await cases
        .stores()
        .traces.list(first.scope, { conversationId }, { cursor: null, limit: 9 });
      expect(page.items.map((trace) => trace.id)).toEqual([first.trace.id]);
    });

    it("returns a family as the root with all its descendants, oldest first, within its workspace", async () => {
      const { first } = await setUp();
      const root = { rootId: first.trace.id, parentId: first.trace.id };
      const child = await cases.create(root, first.scope);
      const grandchild = await cases.create({ ...root, parentId: child.trace.id }, first.scope);
      await cases.create({}, first.scope);
      const { traces } = cases.stores();
      const family = await traces.family(first.scope, first.trace.id);
      // The first trace's clock is ahead.
      expect(family.map((trace) => trace.id)).toEqual([child.trace.id, grandchild.trace.id, first.trace.id]);
      expect(family[0]).toEqual(await traces.get(first.scope, child.trace.id));
      expect(await traces.family(await cases.makeScope(), first.trace.id)).toEqual([]);
    });

    it("returns no head to another workspace", async () => {
      const { conversationId } = await setUp();
      expect(await cases.stores().traces.head(await cases.makeScope(), conversationId)).toBeUndefined();
    });
  });
}
