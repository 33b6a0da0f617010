import { expect, it } from "vitest";
import { createNoRedactor } from "./adapters/in-memory/trivial-ports.ts";
import { createKeyRedactor } from "./adapters/system/key-redactor.ts";
import { givenContext } from "./given-context.ts";

const KEY = "sk-live-0123456789abcdef";

it("M10 · masks secrets in names and values of a context, however deep", () => {
  const redactor = createKeyRedactor({ "model-key": [KEY] });
  const context = { ticket: "SHOP-12", attempt: 2, [KEY]: true, nested: { list: [`key ${KEY}`] } };
  expect(givenContext(context, redactor)).toEqual({
    ...{ ticket: "SHOP-12", attempt: 2, "[redacted:model-key#1]": true },
    nested: { list: ["key [redacted:model-key#1]"] },
  });
});

it("R1 · refuses a context of more than 8 kB as JSON", () => {
  const redactor = createNoRedactor();
  const fits = { text: "x".repeat(8_000 - '{"text":""}'.length) };
  expect(givenContext(fits, redactor)).toEqual(fits);
  expect(() => givenContext({ text: `${fits.text}x` }, redactor)).toThrow(
    expect.objectContaining({ code: "INVALID_INPUT" }),
  );
});
