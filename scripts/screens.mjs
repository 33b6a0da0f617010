// npm run screens: takes the pictures of docs/screens from a running server with seeded runs.
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { findBrowser } from "./lib/browser.mjs";
import { inCheckout } from "./lib/checkout.mjs";
import { main } from "./lib/step.mjs";
import { SHOTS } from "./screens/shots.mjs";

const USAGE = "npm run screens -- [--at URL] [--email EMAIL] [--password PASSWORD] [--into FOLDER] [NAME…]";
const SIZES = { 1440: { width: 1440, height: 900 }, 390: { width: 390, height: 844 } };
const THEMES = ["light", "dark"];

await main(async () => {
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: {
      at: { type: "string", default: "http://127.0.0.1:3000" },
      email: { type: "string", default: "mira@example.com" },
      password: { type: "string", default: "correct horse battery" },
      into: { type: "string", default: inCheckout("docs/screens") },
    },
  });
  const unknown = names.filter((name) => !SHOTS.some((shot) => shot.name === name));
  if (unknown.length > 0) throw new Error(`No such picture: ${unknown.join(", ")}.\n${USAGE}`);
  await mkdir(values.into, { recursive: true });
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: process.getuid?.() === 0 ? ["--no-sandbox", "--disable-dev-shm-usage"] : [],
  });
  try {
    const storageState = await signIn(browser, values);
    for (const shot of SHOTS.filter(({ name }) => names.length === 0 || names.includes(name)))
      for (const file of await take(browser, shot, { ...values, storageState })) console.log(file);
  } finally {
    await browser.close();
  }
});

async function signIn(browser, { at, email, password }) {
  const context = await browser.newContext({ baseURL: at });
  const response = await context.request.post("/api/auth/sign-in/email", {
    data: { email, password },
    headers: { origin: at },
  });
  if (!response.ok()) throw new Error(`Signing in as ${email} at ${at} returned ${response.status()}.`);
  const page = await context.newPage();
  await page.goto("/");
  await page.waitForURL(/\/w\/[^/]+\//);
  const slug = new URL(page.url()).pathname.split("/")[2];
  const state = await context.storageState();
  await context.close();
  return { ...state, slug };
}

/** Takes a picture in both themes and at both widths, or in those that it names. Returns the files. */
async function take(browser, shot, { at, into, storageState: { slug, ...storageState } }) {
  const files = [];
  for (const [width, viewport] of Object.entries(SIZES))
    for (const colorScheme of THEMES) {
      const variant = `${width}-${colorScheme}`;
      if (shot.variants && !shot.variants.includes(variant)) continue;
      const context = await browser.newContext({
        ...{ baseURL: at, storageState, viewport, colorScheme, locale: "en-US", reducedMotion: "reduce" },
      });
      const page = await context.newPage();
      await shot.open(page, { base: `/w/${slug}`, isPhone: width === "390" });
      await page.evaluate("document.fonts.ready.then(() => undefined)");
      const file = path.join(into, `${shot.name}-${variant}.png`);
      await page.screenshot({ path: file, animations: "disabled", caret: "hide" });
      files.push(path.relative(process.cwd(), file));
      await context.close();
    }
  return files;
}
