import { expect, it } from "vitest";
import { createContextTexts } from "./context-texts.ts";

const TOOLS = '[{"type":"function","function":{"name":"look","description":"Looks.","parameters":{}}}]';

it("keeps the newest text of each slot, and an empty one where nothing was loaded", () => {
  const texts = createContextTexts({ count: (text) => text.length });
  expect(texts.get("instructions")).toBe("");
  texts.set("instructions", "a");
  texts.set("instructions", "b");
  texts.set("project_context", "c");
  expect([texts.get("instructions"), texts.get("project_context")]).toEqual(["b", "c"]);
});

it("describes the tools as text once for each change of the tools", () => {
  const counted: string[] = [];
  const texts = createContextTexts({ count: (text) => counted.push(text) });
  expect(texts.textTools()).toBeNull();
  texts.set("tools", TOOLS);
  const described = texts.textTools();
  expect(described?.text).toContain("## look\nLooks.");
  expect(described?.tokens).toBe(1);
  texts.set("instructions", "a");
  expect(texts.textTools()).toBe(described);
  expect(counted).toEqual([described?.text]);
  texts.set("tools", TOOLS.replace("look", "read"));
  expect(texts.textTools()?.text).toContain("## read");
  texts.set("tools", "");
  expect(texts.textTools()).toBeNull();
});
