import { expect, it } from "vitest";
import { createPassageSearch, type Passage, type SearchedText } from "./rank-passages.ts";

function find(query: string, texts: readonly SearchedText[], perText = 2): readonly Passage[] {
  const search = createPassageSearch(query);
  for (const text of texts) search.add(text);
  return search.best(perText);
}

const ids = (passages: readonly Passage[]): readonly string[] => passages.map((passage) => passage.id);

it("ranks rare words above common ones and several above one", () => {
  const texts = [
    { id: "common", text: "order order order" },
    { id: "rare", text: "order of the refund" },
    { id: "both", text: "refund for the cancelled order" },
    { id: "other", text: "the weather" },
    ...Array.from({ length: 20 }, (_, index) => ({
      id: `o${index}`,
      text: `order ${index} shipped on time`,
    })),
  ];
  expect(ids(find("cancelled order refunds", texts)).slice(0, 2)).toEqual(["both", "rare"]);
  expect(ids(find("refunds", texts)).toSorted()).toEqual(["both", "rare"]);
  expect(find("nothing", texts)).toEqual([]);
});

it("finds Chinese by parts of sentences", () => {
  const texts = [
    { id: "refund", text: "客服已确认：订单 W4711 的退款将于三天内到账。" },
    { id: "ship", text: "包裹已经发货，预计周五送达。" },
  ];
  expect(ids(find("用户问退款什么时候到账", texts))).toEqual(["refund"]);
});

it("returns the passage around a match in a long text, with its offset", () => {
  const text = `${"nothing here\n".repeat(500)}the token is K-9911\n${"more of it\n".repeat(500)}`;
  const [hit] = find("token", [{ id: "long", text }]);
  expect(hit?.text).toContain("K-9911");
  expect(text.slice(hit?.offset).startsWith(hit?.text ?? "-")).toBe(true);
  expect(hit?.text.length).toBeLessThanOrEqual(400);
});

it("never splits a character and covers one-line text without spaces", () => {
  const text = `${"😀".repeat(700)}needle1${"😀".repeat(700)}`;
  const found = find("needle1", [{ id: "line", text }]);
  expect(found.length).toBeGreaterThan(0);
  for (const { text: part } of found) expect(part).not.toMatch(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/u);
});

it("shows other texts before the third passage of one text, and shown texts last", () => {
  const page = "invoice paid ".repeat(150);
  const found = find("invoice", [
    { id: "shown", text: "invoice invoice", weight: 0.001 },
    { id: "many", text: page },
    {
      id: "one",
      text: `one invoice among many other words that make this passage weaker ${"x ".repeat(100)}`,
    },
  ]);
  expect(ids(found).slice(0, 4)).toEqual(["many", "many", "one", "shown"]);
});

it("finds words in any case, and parts of identifiers, for short and long queries", () => {
  const texts = [
    { id: "upper", text: "REFUND of W-4711" },
    { id: "part", text: "const refundedOrders = 3;" },
    { id: "other", text: "the weather" },
  ];
  const long = "refund one two three four five six seven eight nine";
  for (const query of ["refund", long])
    expect(ids(find(query, texts)).toSorted(), query).toEqual(["part", "upper"]);
});
