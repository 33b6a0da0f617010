import { describe, expect, it } from "vitest";
import { keyAction } from "./debugger-keys.ts";

const key = (name: string, changes = {}) => ({
  key: name,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  defaultPrevented: false,
  ...changes,
});
const free = { typing: false, control: false, afterChord: false, singleKeys: true };

describe("debugger keys", () => {
  it("D11 · moves, expands and jumps", () => {
    expect(keyAction(key("ArrowRight"), free)).toEqual({ kind: "sequence", direction: 1 });
    expect(keyAction(key("E"), free)).toEqual({ kind: "mark", mark: "error", direction: -1 });
    expect(keyAction(key("q"), free)).toBeNull();
  });

  it("D11 · g, then a letter, changes the view; alone, the letter means what it always does", () => {
    const chord = { ...free, afterChord: true };
    expect(keyAction(key("g"), free)).toEqual({ kind: "chord" });
    expect(["g", "t", "w", "b"].map((letter) => keyAction(key(letter), chord))).toEqual(
      ["graph", "transcript", "timeline", "table"].map((view) => ({ kind: "view", view })),
    );
    expect(keyAction(key("e"), chord)).toEqual(keyAction(key("e"), free));
    expect(keyAction(key("t"), free)).toBeNull();
  });

  it("W8 · w shows why the run ended as it did; after g it is the timeline", () => {
    expect(keyAction(key("w"), free)).toEqual({ kind: "why" });
    expect(keyAction(key("w"), { ...free, afterChord: true })).toEqual({ kind: "view", view: "timeline" });
    expect(keyAction(key("w"), { ...free, singleKeys: false })).toBeNull();
  });

  it("D11 · leaves keys to whoever types, to the browser, and to a focused button", () => {
    expect(keyAction(key("e"), { ...free, typing: true })).toBeNull();
    expect(keyAction(key("f", { ctrlKey: true }), free)).toBeNull();
    expect(keyAction(key(" "), { ...free, control: true })).toBeNull();
    expect(keyAction(key("ArrowRight", { defaultPrevented: true }), free)).toBeNull();
    expect(keyAction(key("f"), { ...free, control: true })).toEqual({ kind: "fit" });
  });

  it("D11 · single signs can be switched off; arrows, Enter and Space stay", () => {
    const off = { ...free, singleKeys: false };
    expect(["e", "/", "?", ".", "0", "g"].map((sign) => keyAction(key(sign), off))).toEqual(
      Array.from({ length: 6 }, () => null),
    );
    expect(["ArrowLeft", "Enter", " "].map((name) => keyAction(key(name), off)?.kind)).toEqual([
      "sequence",
      "inspect",
      "expand",
    ]);
  });
});
