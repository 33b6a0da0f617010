import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const OPTIONS = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
  // Only what is broken is described: to describe what is in order takes longer than to look at it.
  resultTypes: ["violations"],
};
const RUN = `axe.run(document, ${JSON.stringify(OPTIONS)}).then((result) => result.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`;

/** Colors on their way from one theme to the other are nobody's. */
const SETTLE = `Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished))`;

type Finding = { readonly id: string; readonly nodes: readonly { readonly html: string }[] };

/** Fails with each WCAG 2.2 AA rule that axe finds broken on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(source);
  await page.evaluate(SETTLE);
  const findings = await page.evaluate<Finding[]>(RUN);
  expect(
    findings.map(
      (finding) => `${finding.id}: ${finding.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`,
    ),
  ).toEqual([]);
}

/** Both themes at desk and phone width. */
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
