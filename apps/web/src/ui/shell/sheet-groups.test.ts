import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { bindGroup } from "../../lib/commands/bind-group.ts";
import type { CommandKind } from "../../lib/commands/command.ts";
import { MESSAGES } from "../../lib/generated/messages.ts";
import { findLines, sheetGroups } from "./sheet-groups.ts";

const translate = createTranslator({ locale: "en", messages: MESSAGES.en });

const group = (kind: CommandKind, title: string, commands: Readonly<Record<string, readonly string[]>>) =>
  bindGroup(
    {
      title: () => title,
      kind,
      scope: "window",
      commands: Object.entries(commands).map(([id, keys]) => ({ id, label: () => id, keys, run: null })),
    },
    { context: () => null, element: () => null },
  );

const groups = sheetGroups(
  [
    group("workspace", "Everywhere", { New: ["c"], "Sign out": [] }),
    group("navigation", "Go to", { Chat: ["g c"] }),
    group("page", "Run", { Play: [","] }),
    group("workspace", "Everywhere", { Palette: ["Mod+k"] }),
  ],
  translate,
  false,
);
const names = (shown: typeof groups) =>
  shown.map(({ title, lines }) => [title, ...lines.map(({ name }) => name)]);

describe("shortcuts sheet", () => {
  it("groups all commands with keys by title, those of the page first", () => {
    expect(names(groups)).toEqual([
      ["Run", "Play"],
      ["Everywhere", "New", "Palette"],
      ["Go to", "Chat"],
    ]);
  });

  it("finds shortcuts by name or by key", () => {
    expect(findLines(groups, "")).toBe(groups);
    expect(names(findLines(groups, "pal"))).toEqual([["Everywhere", "Palette"]]);
    expect(names(findLines(groups, "c"))).toEqual([
      ["Everywhere", "New"],
      ["Go to", "Chat"],
    ]);
  });
});
