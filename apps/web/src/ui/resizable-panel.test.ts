import { describe, expect, it } from "vitest";
import { widthAfterKey } from "./resizable-panel.tsx";

describe("widthAfterKey", () => {
  const panel = { current: 352, minimum: 320, maximum: 720 };

  it("grows towards the content, whichever side the panel stands on", () => {
    expect(widthAfterKey("ArrowRight", { ...panel, side: "left" })).toBe(368);
    expect(widthAfterKey("ArrowRight", { ...panel, side: "right" })).toBe(336);
    expect(widthAfterKey("ArrowLeft", { ...panel, side: "right" })).toBe(368);
  });

  it("jumps to its limits and leaves other keys alone", () => {
    expect(widthAfterKey("Home", { ...panel, side: "right" })).toBe(320);
    expect(widthAfterKey("End", { ...panel, side: "right" })).toBe(720);
    expect(widthAfterKey("Tab", { ...panel, side: "right" })).toBeNull();
  });
});
