import { describe, expect, it } from "vitest";
import { widthAfterKey } from "./resizable-panel.tsx";

describe("widthAfterKey", () => {
  const panel = { current: 352, minimum: 320, maximum: 720 };

  it("grows toward the content on either side", () => {
    expect(widthAfterKey("ArrowRight", { ...panel, side: "left" })).toBe(368);
    expect(widthAfterKey("ArrowRight", { ...panel, side: "right" })).toBe(336);
    expect(widthAfterKey("ArrowLeft", { ...panel, side: "right" })).toBe(368);
  });

  it("jumps to the limits with Home and End, and ignores other keys", () => {
    expect(widthAfterKey("Home", { ...panel, side: "right" })).toBe(320);
    expect(widthAfterKey("End", { ...panel, side: "right" })).toBe(720);
    expect(widthAfterKey("Tab", { ...panel, side: "right" })).toBeNull();
  });
});
