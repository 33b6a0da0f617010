import { expect, it } from "vitest";
import { startArguments } from "./trial-arguments.ts";

it("starts a trial with the required arguments only", () => {
  const rows = [
    ...["string", '"file" | "folder"', "(integer | string)[]", "integer", "boolean", "object", "any"],
  ].map((type, index) => ({ name: `a${index}`, type, isRequired: true }));
  const text = startArguments([...rows, { name: "rest", type: "string", isRequired: false }]);
  expect(JSON.parse(text)).toEqual({ a0: "", a1: "file", a2: [], a3: 0, a4: false, a5: {}, a6: "" });
});
