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
const free = { typing: false, control: false };

describe("debugger keys", () => {
  it("D11 · moves, expands and jumps", () => {
    expect(keyAction(key("ArrowRight"), free)).toEqual({ kind: "sequence", direction: 1 });
    expect(keyAction(key("E"), free)).toEqual({ kind: "error", direction: -1 });
    expect(keyAction(key("q"), free)).toBeNull();
  });

  it("D11 · leaves keys to whoever types, to the browser, and to a focused button", () => {
    expect(keyAction(key("e"), { ...free, typing: true })).toBeNull();
    expect(keyAction(key("f", { ctrlKey: true }), free)).toBeNull();
    expect(keyAction(key(" "), { ...free, control: true })).toBeNull();
    expect(keyAction(key("ArrowRight", { defaultPrevented: true }), free)).toBeNull();
    expect(keyAction(key("f"), { ...free, control: true })).toEqual({ kind: "fit" });
  });
});
