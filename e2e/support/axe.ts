import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const OPTIONS = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
  // Reporting passed rules would take longer than the check itself.
  resultTypes: ["violations"],
};
const RUN_SCRIPT = `axe.run(document, ${JSON.stringify(OPTIONS)}).then((result) => result.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`;

/** Waits for the color transitions between themes, whose intermediate colors would fail the contrast rules. */
const SETTLE_SCRIPT = `Promise.allSettled(document.getAnimations().filter((animation) => animation instanceof CSSTransition).map((animation) => animation.finished))`;

type Finding = { readonly id: string; readonly nodes: readonly { readonly html: string }[] };

/** Fails with every WCAG 2.2 AA violation that axe finds on the current page. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(source);
  await page.evaluate(SETTLE_SCRIPT);
  const findings = await page.evaluate<Finding[]>(RUN_SCRIPT);
  expect(
    findings.map(
      (finding) => `${finding.id}: ${finding.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`,
    ),
  ).toEqual([]);
}

/** Checks the page in both themes at desktop and phone width. */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      await expectAccessible(page);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
}
