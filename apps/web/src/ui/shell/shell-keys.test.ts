import { describe, expect, it } from "vitest";
import { findKeys } from "./page-keys.ts";
import { shellKeyAction } from "./shell-keys.ts";
import type { ShellKeyPress, ShellKeySituation } from "./shell-keys.ts";

const press = (key: string, more: Partial<ShellKeyPress> = {}): ShellKeyPress => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  defaultPrevented: false,
  ...more,
});
const FREE: ShellKeySituation = { typing: false, inOverlay: false, afterChord: false, singleKeys: true };

describe("shellKeyAction", () => {
  it("W11 · lists shortcuts under ? and goes to pages by g and a letter", () => {
    expect(shellKeyAction(press("?"), FREE)).toEqual({ kind: "keys" });
    expect(shellKeyAction(press("g"), FREE)).toEqual({ kind: "chord" });
    expect(shellKeyAction(press("t"), { ...FREE, afterChord: true })).toEqual({
      kind: "go",
      path: "/traces",
    });
    expect(shellKeyAction(press("t"), FREE)).toBeNull();
    expect(shellKeyAction(press("c"), FREE)).toEqual({ kind: "new" });
    expect(shellKeyAction(press("c"), { ...FREE, afterChord: true })).toEqual({ kind: "go", path: "/chat" });
  });

  it("W11 · leaves keys to fields, overlays, the browser, what was handled nearer, and to those who switched them off", () => {
    expect(shellKeyAction(press("c"), { ...FREE, typing: true })).toBeNull();
    expect(shellKeyAction(press("c"), { ...FREE, inOverlay: true })).toBeNull();
    expect(shellKeyAction(press("c"), { ...FREE, singleKeys: false })).toBeNull();
    expect(shellKeyAction(press("c", { ctrlKey: true }), FREE)).toBeNull();
    expect(shellKeyAction(press("c", { defaultPrevented: true }), FREE)).toBeNull();
  });
});

describe("findKeys", () => {
  it("W11 · finds shortcuts by name or by the key itself", () => {
    const groups = [
      { title: "A", lines: [{ name: "New conversation", keys: ["c"] }] },
      {
        title: "B",
        lines: [
          { name: "Chat", keys: ["g", "c"], chord: true },
          { name: "Play", keys: [","] },
        ],
      },
    ];
    expect(findKeys(groups, "")).toBe(groups);
    expect(findKeys(groups, "conv").map((group) => group.title)).toEqual(["A"]);
    expect(findKeys(groups, ",")).toEqual([{ title: "B", lines: [{ name: "Play", keys: [","] }] }]);
  });
});
