import { describe, expect, it } from "vitest";
import { isSingleKey, keyCaps, toKeystroke } from "./keystroke.ts";

const press = (
  key: string,
  modifiers: Partial<Record<"altKey" | "ctrlKey" | "metaKey" | "shiftKey", true>> = {},
) => toKeystroke({ key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...modifiers });

describe("toKeystroke", () => {
  it("uses the platform's key names, and names Shift only for keys that do not imply it", () => {
    expect(press("e")).toBe("e");
    expect(press("E", { shiftKey: true })).toBe("E");
    expect(press("?", { shiftKey: true })).toBe("?");
    expect(press("ArrowDown", { shiftKey: true })).toBe("Shift+ArrowDown");
    expect(press(" ")).toBe("Space");
    expect(press(" ", { shiftKey: true })).toBe("Shift+Space");
  });

  it("treats Ctrl and ⌘ as the same key and leaves other combinations to the browser", () => {
    expect(press("k", { ctrlKey: true })).toBe("Mod+k");
    expect(press("K", { metaKey: true })).toBe("Mod+k");
    expect(press("k", { ctrlKey: true, shiftKey: true })).toBeNull();
    expect(press("e", { altKey: true })).toBeNull();
  });
});

describe("isSingleKey", () => {
  it("accepts character keys, alone or as the first of two presses", () => {
    expect(["e", "?", "0", "g t"].map(isSingleKey)).toEqual([true, true, true, true]);
    expect(["Space", "Enter", "ArrowUp", "Mod+k", "Shift+Space"].map(isSingleKey)).toEqual(
      Array(5).fill(false),
    );
  });
});

describe("keyCaps", () => {
  it("returns key labels, one list per press", () => {
    expect(keyCaps("g t", false)).toEqual([["g"], ["t"]]);
    expect(keyCaps("Shift+ArrowUp", false)).toEqual([["Shift", "↑"]]);
    expect(keyCaps("Escape", false)).toEqual([["Esc"]]);
    expect(keyCaps("+", false)).toEqual([["+"]]);
    expect(keyCaps("Mod+k", false)).toEqual([["Ctrl", "K"]]);
    expect(keyCaps("Mod+k", true)).toEqual([["⌘", "K"]]);
  });
});
