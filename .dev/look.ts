import { chromium } from "@playwright/test";
const base = "http://127.0.0.1:5200"; const out = "/tmp/tree-shots";
const jobs: string[][] = process.argv.slice(2).map((a) => a.split("|"));
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"] });
for (const [name = "", path = "", width = "1440", scheme = "light", click = ""] of jobs) {
  const context = await browser.newContext({ baseURL: base, storageState: "/tmp/tree-state.json", viewport: { width: Number(width), height: width === "390" ? 844 : 900 }, colorScheme: scheme as "light" | "dark", hasTouch: width === "390", isMobile: width === "390" });
  const page = await context.newPage();
  page.on("console", (m) => { if (m.type() === "error") console.log(name, "console:", m.text().slice(0, 200)); });
  page.on("pageerror", (e) => console.log(name, "pageerror:", e.message.slice(0, 300)));
  await page.goto(path); await page.waitForTimeout(4000);
  for (const c of click.split(">>").filter((x) => x !== "")) { await page.locator(c).first().click({ timeout: 20000 }).catch((e) => console.log(name, "click failed", String(e).slice(0, 200))); await page.waitForTimeout(2500); }
  await page.screenshot({ path: `${out}/${name}.png` });
  console.log("shot", name, page.url());
  await context.close();
}
await browser.close();
