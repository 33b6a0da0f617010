import { expect, it } from "vitest";
import { findChromium } from "./find-chromium.ts";

it("finds the system's Chromium or a browser in its place, or names the expected path", () => {
  const among = (...paths: readonly string[]) => findChromium((path) => paths.includes(path));
  expect(among("/usr/bin/google-chrome", "/usr/bin/chromium")).toBe("/usr/bin/chromium");
  expect(among("/usr/bin/chromium-headless-shell")).toBe("/usr/bin/chromium-headless-shell");
  expect(among()).toBe("/usr/bin/chromium");
});
