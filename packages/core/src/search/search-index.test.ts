import fc from "fast-check";
import { expect, it } from "vitest";
import { RECALL_CONFIDENCE } from "../memory/tunables.ts";
import type { SearchDocument } from "./search-document.ts";
import { createSearchIndex, type SearchIndex } from "./search-index.ts";

const NOTHING = { author: null, savedAt: null, thread: null, position: 0, supersededBy: null };

function document(id: string, parts: Partial<SearchDocument>): SearchDocument {
  return { id, name: "", keywords: [], description: "", content: "", ...NOTHING, ...parts };
}

function indexOf(...documents: readonly SearchDocument[]): SearchIndex {
  const index = createSearchIndex();
  for (const one of documents) index.add(one);
  return index;
}

const ids = (index: SearchIndex, query: string): readonly string[] =>
  index.search(query, 10).map(({ id }) => id);

it("prefers a match in the name to one in the content, and rare words to common ones", () => {
  const index = indexOf(
    document("content", { content: "We spoke about the deploy window and the weather." }),
    document("name", { name: "deploy-window", content: "Tuesday 09:00 UTC" }),
    document("common", { content: "window window window" }),
  );
  expect(ids(index, "when is the deploy window")).toEqual(["name", "content", "common"]);
});

it("finds misspelled words, other words of the concept and the other language", () => {
  const index = indexOf(
    document("tests", { content: "Integration tests use a real database." }),
    document("money", { name: "currency-integers", content: "Store money as integer cents." }),
    document("语言", { description: "用户希望用中文回复，语言要简洁" }),
  );
  expect(ids(index, "databse intergration")[0]).toBe("tests");
  expect(ids(index, "what type for prices")[0]).toBe("money");
  expect(ids(index, "which language for replies")[0]).toBe("语言");
});

it("finds traditional characters by simplified ones and the reverse", () => {
  const index = indexOf(
    document("a", { content: "會議室在東門" }),
    document("b", { content: "订单已经发货" }),
  );
  expect(ids(index, "会议室")).toEqual(["a"]);
  expect(ids(index, "訂單發貨")).toEqual(["b"]);
});

it("puts a successor in the place of the entry that it supersedes", () => {
  const index = indexOf(
    document("old", { content: "The team uses Prisma as ORM for all services", supersededBy: "new" }),
    document("new", { content: "Moved to Drizzle on 2026-05-12" }),
    document("other", { content: "services" }),
  );
  const [first, ...others] = index.search("which ORM do services use", 10);
  expect(first).toMatchObject({ id: "new", isSuperseded: false });
  expect(others.find(({ id }) => id === "old")).toMatchObject({ isSuperseded: true });
});

it("finds the answer to a question through the question before it", () => {
  const turn = (position: number, content: string): SearchDocument =>
    document(`t${position}`, { content, thread: "chat", position });
  const index = indexOf(
    turn(1, "Nice weather."),
    turn(2, "What did you name the new puppy?"),
    turn(3, "Luna, after the moon."),
    document("other", { content: "A puppy", thread: "elsewhere", position: 1 }),
  );
  expect(ids(index, "name of the new puppy").slice(0, 2)).toEqual(["t2", "t3"]);
});

it("prefers what the named person said, at the named time", () => {
  const said = (author: string, savedAt: string): SearchDocument =>
    document(`${author} ${savedAt}`, { author, content: "I went hiking", savedAt: Date.parse(savedAt) });
  const index = indexOf(said("Mira", "2026-03-01"), said("Mira", "2026-05-02"), said("Jonas", "2026-05-02"));
  expect(ids(index, "When did Mira go hiking?")[2]).toBe("Jonas 2026-05-02");
  expect(ids(index, "Where did Mira hike on 1 May 2026?")[0]).toBe("Mira 2026-05-02");
});

it("finds what was said on the day of the query without any of its words", () => {
  const said = (id: string, savedAt: string, content: string): SearchDocument =>
    document(id, { author: "Mira", thread: id, savedAt: Date.parse(savedAt), content });
  const index = indexOf(
    said("pup", "2026-05-25", "Look, I got this new pup for you!"),
    said("present", "2026-02-01", "I wrapped a present for Jonas"),
    document("entry", { content: "Nothing", savedAt: Date.parse("2026-05-25") }),
  );
  const query = "Which present did Mira give on 25 May 2026?";
  expect(ids(index, query).toSorted()).toEqual(["present", "pup"]);
  expect(index.search(query, 2).find(({ id }) => id === "pup")).toMatchObject({ words: [], confidence: 0 });
  expect(ids(index, "Which present did Mira give?")).toEqual(["present"]);
});

it("brings another conversation forward if a question asks for several things", () => {
  const turns = (thread: string, contents: readonly string[]): readonly SearchDocument[] =>
    contents.map((content, position) => document(`${thread}${position}`, { thread, position, content }));
  const index = indexOf(
    ...turns("a", ["Recipe for cake", "Hello", "Yes", "No", "Recipe for pie"]),
    ...turns("b", ["Recipe for soup, a longer one", "Hello", "Yes", "No", "Recipe for tea, a longer one"]),
  );
  expect(ids(index, "What is the recipe").slice(0, 3)).toEqual(["a0", "a4", "b0"]);
  expect(ids(index, "Which recipes").slice(0, 3)).toEqual(["a0", "b0", "a4"]);
});

it("ranks whole threads", () => {
  const index = indexOf(
    document("a1", { thread: "a", position: 1, content: "The invoice was paid." }),
    document("a2", { thread: "a", position: 2, content: "The invoice had a discount." }),
    document("b1", {
      thread: "b",
      position: 1,
      content: "The invoice was lost, said nobody in this long note.",
    }),
  );
  expect(index.searchThreads("invoice discount", 5)).toEqual(["a", "b"]);
});

it("is confident about an entry that answers and not about one that shares a word by chance", () => {
  const index = indexOf(
    document("window", { name: "deploy-window", keywords: ["deploy"], content: "Tuesday 09:00 UTC" }),
    document("board", { name: "latency-dashboard", content: "Grafana board, panel 7. Write to ops." }),
    document("explain", { name: "explain-tradeoffs", content: "Give two options." }),
  );
  const confidence = (query: string): number => index.search(query, 1)[0]?.confidence ?? 0;
  for (const query of ["when is the deploy window", "deploy", "the latency board"])
    expect(confidence(query), query).toBeGreaterThan(RECALL_CONFIDENCE);
  for (const query of ["Write a haiku about snow", "Please explain it to me", "Who painted the Mona Lisa?"])
    expect(confidence(query), query).toBeLessThan(RECALL_CONFIDENCE);
});

it("explains every score as the sum of its points times its factor", () => {
  const index = indexOf(
    document("a", { name: "deploy window", content: "Deploys happen on Tuesday", thread: "t", position: 1 }),
    document("b", { content: "The window for deploys moved?", thread: "t", position: 2 }),
  );
  for (const hit of index.search("when is the deploy window", 10)) {
    const words = hit.words.reduce((sum, { points }) => sum + points, 0);
    expect((words + hit.together + hit.neighbors + hit.thread + hit.date) * hit.factor).toBeCloseTo(
      hit.score,
    );
  }
});

it("replaces documents by id", () => {
  const index = indexOf(document("a", { content: "apples" }));
  index.add(document("a", { content: "pears" }));
  expect([ids(index, "apples"), ids(index, "pears"), index.size]).toEqual([[], ["a"], 1]);
});

it("gives the same results after additions and removals as an index without the removed documents", () => {
  const word = fc.constantFrom("deploy", "window", "invoice", "退款", "库存", "puppy", "Luna");
  const texts = fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(texts, fc.array(fc.nat(11), { maxLength: 6 }), word, (contents, removed, query) => {
      const documents = contents.map((words, index) =>
        document(`d${index}`, { content: words.join(" "), thread: `t${index % 3}`, position: index }),
      );
      const index = indexOf(...documents);
      for (const at of removed) index.remove(`d${at}`);
      const kept = documents.filter((_, at) => !removed.includes(at));
      expect(index.search(query, 20)).toEqual(indexOf(...kept).search(query, 20));
    }),
  );
});

it("answers nothing for an empty index, an empty query and function words only", () => {
  expect(createSearchIndex().search("deploy", 5)).toEqual([]);
  const index = indexOf(document("a", { content: "deploy" }));
  for (const query of ["", "what is it about?", "什么是", "?!"]) expect(index.search(query, 5)).toEqual([]);
});

it("is not sure because of two characters that belong to different words", () => {
  const query = "为什么打雷之前先看到闪电？";
  const index = indexOf(
    document("draft", { name: "设计稿位置", description: "先看设计稿", content: "动手之前先看设计稿" }),
  );
  const [hit] = index.search(query, 1);
  expect(hit?.words.map(({ term }) => term)).toContain("前先");
  expect(hit?.confidence).toBeLessThan(RECALL_CONFIDENCE);
});
