import fc from "fast-check";
import { expect, it } from "vitest";
import { tokenize } from "./tokenize.ts";

it.each([
  ["Bookings, booked or BOOKING?", ["book", "book", "or", "book"]],
  ["planning cancelled addresses called", ["plan", "cancel", "addresse", "call"]],
  [
    "getUserById in HTTPServer",
    ["get", "user", "by", "id", "getuserbyid", "in", "http", "server", "httpserver"],
  ],
  ["order_total_cents", ["order", "total", "cent", "order_total_cents"]],
  ["src/orders/price.ts", ["src", "order", "price", "ts", "src/orders/price.ts"]],
  ["ORD-12345 x2", ["ord", "12345", "ord-12345", "x2"]],
  ["退款到支付宝", ["退款", "款到", "到支", "支付", "付宝"]],
  ["把订单A123退掉，好", ["把订", "订单", "a123", "退掉", "好"]],
  ["ＡＢＣ１２", ["abc12"]],
  ["  … ", []],
])("splits %j into words, parts of identifiers and pairs of Chinese characters", (text, terms) => {
  expect(tokenize(text)).toEqual(terms);
});

it("finds every word of a text again, in any case and any surroundings", () => {
  const word = fc.stringMatching(/^[a-z]{2,8}[0-9]{0,3}$/u);
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 20 }),
      fc.constantFrom(" ", "\n", ", ", "，"),
      (words, gap) => {
        const terms = new Set(tokenize(words.join(gap).toUpperCase()));
        for (const one of words) for (const term of tokenize(one)) expect(terms).toContain(term);
      },
    ),
  );
});

it("takes time in proportion to the text, also for data without spaces", () => {
  const terms = tokenize(`${"aB".repeat(500_000)} ${"a中".repeat(200_000)}`);
  expect(terms.length).toBeLessThan(2_000_000);
});
