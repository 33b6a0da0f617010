import { describe, expect, it } from "vitest";
import { isSingleKey, keyCaps, pressName } from "./keystroke.ts";

const press = (
  key: string,
  modifiers: Partial<Record<"altKey" | "ctrlKey" | "metaKey" | "shiftKey", true>> = {},
) => pressName({ key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...modifiers });

describe("pressName", () => {
  it("names keys as the platform does, with Shift only where the key does not show it", () => {
    expect(press("e")).toBe("e");
    expect(press("E", { shiftKey: true })).toBe("E");
    expect(press("?", { shiftKey: true })).toBe("?");
    expect(press("ArrowDown", { shiftKey: true })).toBe("Shift+ArrowDown");
    expect(press(" ")).toBe("Space");
    expect(press(" ", { shiftKey: true })).toBe("Shift+Space");
  });

  it("takes Ctrl and ⌘ for the same key and leaves other combinations to the browser", () => {
    expect(press("k", { ctrlKey: true })).toBe("Mod+k");
    expect(press("K", { metaKey: true })).toBe("Mod+k");
    expect(press("k", { ctrlKey: true, shiftKey: true })).toBeNull();
    expect(press("e", { altKey: true })).toBeNull();
  });
});

describe("isSingleKey", () => {
  it("is true of single signs, alone or first of two presses", () => {
    expect(["e", "?", "0", "g t"].map(isSingleKey)).toEqual([true, true, true, true]);
    expect(["Space", "Enter", "ArrowUp", "Mod+k", "Shift+Space"].map(isSingleKey)).toEqual(
      Array(5).fill(false),
    );
  });
});

describe("keyCaps", () => {
  it("shows keys as they are labeled, one list for each press", () => {
    expect(keyCaps("g t", false)).toEqual([["g"], ["t"]]);
    expect(keyCaps("Shift+ArrowUp", false)).toEqual([["Shift", "↑"]]);
    expect(keyCaps("Escape", false)).toEqual([["Esc"]]);
    expect(keyCaps("Mod+k", false)).toEqual([["Ctrl", "K"]]);
    expect(keyCaps("Mod+k", true)).toEqual([["⌘", "K"]]);
  });
});
