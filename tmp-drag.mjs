// node tmp-drag.mjs path [action] : profiles dragging the scrubber
import { chromium } from "@playwright/test";
import { writeFileSync } from "node:fs";
const BASE = process.env.BASE ?? "http://localhost:5300";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox","--disable-dev-shm-usage"] });
const context = await browser.newContext({ baseURL: BASE, viewport: { width: 1440, height: 900 } });
await context.request.post("/api/auth/sign-in/email", { data: { email: "mira@example.com", password: "correct-horse-battery" }, headers: { origin: BASE } });
const page = await context.newPage();
await page.goto(process.argv[2]);
await page.getByRole("slider").last().waitFor();
await page.waitForTimeout(2000);
const cdp = await context.newCDPSession(page);
await cdp.send("Profiler.enable");
await cdp.send("Profiler.setSamplingInterval", { interval: 200 });
const slider = page.getByRole("slider").last();
const box = await slider.boundingBox();
await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
await page.mouse.down();
await cdp.send("Profiler.start");
const r = await slider.evaluate(async (handle, { duration, x, y }) => {
  const until = performance.now() + duration; const frames = []; let last = performance.now(); let work = [];
  const seen = new Set();
  for (let step = 0; performance.now() < until; step += 1) {
    const back = step % 100 < 50 ? step % 50 : 50 - (step % 50);
    const t0 = performance.now();
    handle.dispatchEvent(new PointerEvent("pointermove", { pointerId: 1, pointerType: "mouse", clientX: x - back * 8, clientY: y, bubbles: true }));
    work.push(performance.now() - t0);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = performance.now(); frames.push(now - last); last = now; seen.add(handle.getAttribute("aria-valuenow"));
  }
  const q = (a, p) => a.sort((l, r) => l - r)[Math.floor(a.length * p)];
  return { places: seen.size, frames: frames.length, p50: q(frames, .5), p95: q(frames, .95), workP50: q(work, .5), workP95: q(work, .95) };
}, { duration: 3000, x: box.x, y: box.y + box.height / 2 });
const { profile } = await cdp.send("Profiler.stop");
await page.mouse.up();
console.log(r);
writeFileSync("/tmp/views-drag.cpuprofile", JSON.stringify(profile));
const self = new Map(); const nodes = new Map(profile.nodes.map((n) => [n.id, n]));
const dt = profile.timeDeltas; let total = 0;
profile.samples.forEach((id, i) => { const n = nodes.get(id); const f = n.callFrame; const k = `${f.functionName || "(anon)"} ${f.url.split("/").at(-1)}:${f.lineNumber}:${f.columnNumber}`; self.set(k, (self.get(k) ?? 0) + dt[i]); total += dt[i]; });
for (const [k, v] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 28)) console.log((v / 1000).toFixed(0).padStart(6), "ms", (100 * v / total).toFixed(1), k);
await browser.close();
