import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { MESSAGES } from "./generated/messages.ts";

/** Groups whose keys are values of the program, so that no source names them. */
const NAMED_BY_VALUES = ["common.refusal", "trace.entryKind", "traces.filter.cost", "traces.filter.duration"];

const SOURCE = path.join(import.meta.dirname, "..");
const sources = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes("generated"))
  .map((file) => readFileSync(path.join(SOURCE, file), "utf8"))
  .join("\n");

function keysOf(node: unknown, prefix: string): string[] {
  if (typeof node !== "object" || node === null) return [prefix];
  return Object.entries(node).flatMap(([key, inner]) =>
    keysOf(inner, prefix === "" ? key : `${prefix}.${key}`),
  );
}

it("uses every message", () => {
  const namespaces = new Set(
    [...sources.matchAll(/Translations\(\s*"([\w.]+)"/g)].map(([, namespace]) => namespace),
  );
  const literals = new Set([...sources.matchAll(/["`]([\w.-]+)["`]/g)].map(([, text]) => text));
  // For example `column.${name}`: every key of the group may be meant.
  const patterns = [...sources.matchAll(/`([\w.-]*\$\{[^`]*)`/g)]
    .map(([, text = ""]) => text.replaceAll(/\$\{[^}]*\}/g, "*"))
    .filter((text) => /^[\w.*-]*[a-z][\w.*-]*$/i.test(text))
    .map((text) => new RegExp(`^${text.replaceAll(".", "\\.").replaceAll("*", "[\\w-]+")}$`));
  const isNamed = (key: string): boolean =>
    literals.has(key) || patterns.some((pattern) => pattern.test(key));
  const unused = keysOf(MESSAGES.en, "").filter((key) => {
    if (isNamed(key) || NAMED_BY_VALUES.some((group) => key.startsWith(`${group}.`))) return false;
    const names = key.split(".");
    return !names.some(
      (_, index) => namespaces.has(names.slice(0, index).join(".")) && isNamed(names.slice(index).join(".")),
    );
  });
  expect(unused).toEqual([]);
});
