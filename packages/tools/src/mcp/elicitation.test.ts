import fc from "fast-check";
import { expect, it } from "vitest";
import { readAnswers, toQuestion } from "./elicitation.ts";
import type { InputRequest } from "./server-calls.ts";

const form = (properties: object, required: readonly string[] = []): InputRequest =>
  ({
    ...{ mode: "form", message: "Book it?" },
    requestedSchema: { type: "object", properties, required },
  }) as unknown as InputRequest;

it("offers the choices of a form with one field, and sends the value behind the chosen label", () => {
  const requests = { q: form({ color: { type: "string", enum: ["b", "r"], enumNames: ["Blue", "Red"] } }) };
  expect(toQuestion("shop", requests, null).choices).toEqual(["Blue", "Red", "Decline"]);
  expect(readAnswers(requests, "blue")).toEqual({
    kind: "answers",
    answers: { q: { action: "accept", content: { color: "b" } } },
  });
});

it("names the server and its question in the first line, and describes fields in words for people", () => {
  const text = (request: InputRequest, problem: string | null = null): readonly string[] =>
    toQuestion("shop", { q: request }, problem).text.split("\n");
  expect(text(form({ c: { type: "string", enum: ["b", "r"] } }, ["c"]))).toEqual([
    "MCP server shop asks: Book it?",
  ]);
  expect(text(form({ ok: { type: "boolean", default: true } }))).toEqual([
    "MCP server shop asks: Book it?",
    "ok (optional, default Yes)",
  ]);
  expect(text(form({ n: { type: "integer", title: "Seats" } }, ["n"]), "Write a whole number.")).toEqual([
    "MCP server shop asks: Book it?",
    "Your answer could not be used. Write a whole number.",
    "Seats (whole number)",
  ]);
  const several = form({ name: { type: "string", title: "Name" }, n: { type: "integer", default: 3 } }, [
    "name",
  ]);
  expect(text(several).slice(1)).toEqual([
    "Answer one line per field, as name: value.",
    "- name – Name (text)",
    "- n (whole number, optional, default 3)",
  ]);
});

it("shows what hides in a text or an address", () => {
  const url = (address: string) =>
    ({ mode: "url", message: "Pay\u202e\u200b", url: address, elicitationId: "1" }) as InputRequest;
  const text = (address: string): string => toQuestion("shop", { pay: url(address) }, null).text;
  expect(text("https://p\u0430y.example/")).toContain("https://xn--py-7kc.example/");
  expect(text("https://pay.example@evil.example/\u202e")).toContain(
    "https://pay.example@evil.example/%E2%80%AE",
  );
  expect(text("javascript:alert(1)")).toContain("javascript:alert(1) (this is no address of the web)");
  expect(text("https://pay.example/")).toContain("Pay\\u{202e}\\u{200b}");
});

it("shows what hides in the label of a choice, and sends the raw value behind it", () => {
  const field = { type: "string", enum: ["yes\u202eon", " no\u200b ", "yes"] };
  const requests = { q: form({ sure: field }, ["sure"]) };
  const { choices } = toQuestion("shop", requests, null);
  expect(choices).toEqual(["yes\\u{202e}on", " no\\u{200b} ", "yes", "Decline"]);
  expect(
    choices.slice(0, 3).map((choice) => {
      const read = readAnswers(requests, choice);
      return read.kind === "answers" ? read.answers["q"]?.content?.["sure"] : read.problem;
    }),
  ).toEqual(field.enum);
  const wrong = readAnswers(requests, "maybe");
  expect(wrong.kind === "unusable" && toQuestion("shop", requests, wrong.problem).text).toContain(
    "Choose one of yes\\u{202e}on",
  );
});

it.each(["Line1\r\n\tTabbed 👩‍💻", "👩🏽‍🚀 ❤️‍🔥 🏳️‍🌈", "می‌خواهم", "क्‍ष র‌্যা ශ්‍රී"])(
  "shows honest text as it is: %j",
  (message) => {
    const { text } = toQuestion("shop", { q: { ...form({}), message } }, null);
    expect(text).toBe(`MCP server shop asks: ${message}`);
  },
);

it.each([
  ["a\rb", "a\\u{d}b"],
  ["a\u200db", "a\\u{200d}b"],
  ["👩\u200d\u200d💻", "👩\\u{200d}\\u{200d}💻"],
  ["می\u200c\u200cخ", "می\\u{200c}\\u{200c}خ"],
  ["pay\u200cpal", "pay\\u{200c}pal"],
  ["👩\u200d", "👩\\u{200d}"],
])("shows the characters that hide in %j", (message, shown) => {
  const { text } = toQuestion("shop", { q: { ...form({}), message } }, null);
  expect(text).toBe(`MCP server shop asks: ${shown}`);
});

it("reads several fields line by line, fills in defaults, and names a value that cannot be used", () => {
  const requests = {
    q: form({ name: { type: "string" }, age: { type: "integer", default: 30 }, ok: { type: "boolean" } }, [
      "name",
    ]),
  };
  expect(readAnswers(requests, "name: Ann\nok: yes")).toMatchObject({
    answers: { q: { content: { name: "Ann", age: 30, ok: true } } },
  });
  expect(readAnswers(requests, "age: many\nname: Ann")).toMatchObject({
    problem: "age: Write a whole number.",
  });
  expect(readAnswers(requests, "ok: no")).toMatchObject({ problem: "name: A value is needed." });
});

it("only shows an address, and accepts it when the person reports that they have finished there", () => {
  const requests = {
    pay: { mode: "url", message: "Pay", url: "https://pay.example/1", elicitationId: "1" } as InputRequest,
  };
  const { text, choices } = toQuestion("shop", requests, null);
  expect(text).toContain("https://pay.example/1");
  expect(text).toContain("Goaltrace opens nothing");
  expect(readAnswers(requests, choices[0] ?? "")).toMatchObject({ answers: { pay: { action: "accept" } } });
});

it("declines and cancels all questions of a call alike", () => {
  const requests = { a: form({}), b: form({ x: { type: "string" } }, ["x"]) };
  const both = (action: string) => ({ kind: "answers", answers: { a: { action }, b: { action } } });
  expect(readAnswers(requests, "decline")).toEqual(both("decline"));
  expect(readAnswers(requests, null)).toEqual(both("cancel"));
});

it("never sends a value of a type that the form does not ask for, whatever a person writes", () => {
  const requests = {
    q: form({ n: { type: "integer" }, c: { type: "string", enum: ["x", "y"] }, b: { type: "boolean" } }),
  };
  const line = fc.tuple(
    fc.constantFrom("n", "c", "b", "z"),
    fc.oneof(fc.string(), fc.constantFrom("x", "yes", "4")),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
      const read = readAnswers(requests, lines.map(([name, value]) => `${name}: ${value}`).join("\n"));
      if (read.kind === "unusable") return;
      const { content = {} } = read.answers["q"] ?? {};
      const { n = 0, c = "x", b = true, ...others } = content;
      expect([Number.isInteger(n), ["x", "y"].includes(String(c)), typeof b]).toEqual([
        true,
        true,
        "boolean",
      ]);
      expect(others).toEqual({});
    }),
  );
});
