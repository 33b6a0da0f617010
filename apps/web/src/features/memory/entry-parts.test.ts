import { expect, it } from "vitest";
import { entryParts } from "./entry-parts.ts";

it.each([
  [
    "on lines of their own",
    "Rule: Ask first.\nWhy: It broke once.\nThe queue was full.\nHow to apply: Show the command.",
    [
      ["Rule", "Ask first."],
      ["Why", "It broke once.\nThe queue was full."],
      ["How to apply", "Show the command."],
    ],
  ],
  [
    "in one line",
    "Rule: Ask first. Why: It broke: twice. How to apply: Always.",
    [
      ["Rule", "Ask first."],
      ["Why", "It broke: twice."],
      ["How to apply", "Always."],
    ],
  ],
  [
    "in Chinese",
    "规则：先复现。原因：曾经改错。适用：修复缺陷时。",
    [
      ["规则", "先复现。"],
      ["原因", "曾经改错。"],
      ["适用", "修复缺陷时。"],
    ],
  ],
  [
    "with words inside a part that are a label elsewhere",
    "Rule: State the reason: a code and a text. Why: It broke.",
    [
      ["Rule", "State the reason: a code and a text."],
      ["Why", "It broke."],
    ],
  ],
  [
    "with the shortest label of its use",
    "规则：先复现。理由：曾经改错。用：修复缺陷时。",
    [
      ["规则", "先复现。"],
      ["理由", "曾经改错。"],
      ["用", "修复缺陷时。"],
    ],
  ],
  [
    "on indented lines",
    "Rule: Ask first\n  Why: It broke",
    [
      ["Rule", "Ask first"],
      ["Why", "It broke"],
    ],
  ],
])("finds the parts of an entry %s", (_, content, parts) => {
  expect(entryParts(content)?.map(({ label, text }) => [label, text])).toEqual(parts);
});

it.each([
  "Regions 7 and 19 have no orders.",
  "Ask first. Why: it broke. How to apply: always.",
  "Rule: one part only",
  "",
])("leaves %j as it is", (content) => {
  expect(entryParts(content)).toBeNull();
});
