import { existsSync } from "node:fs";

/** Where systems install Chromium, and the browsers that take its place. */
const PLACES = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chromium-headless-shell",
].map((name) => `/usr/bin/${name}`);

/** Returns the path of the system's Chromium; where it usually is if there is none. */
export function findChromium(exists: (path: string) => boolean = existsSync): string {
  return PLACES.find(exists) ?? "/usr/bin/chromium";
}
