import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Finding = { readonly id: string; readonly nodes: readonly { readonly html: string }[] };

/** Fails with each WCAG 2.2 AA rule that axe finds broken on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(source);
  const findings = await page.evaluate<Finding[]>(
    `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }).then((result) => result.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
  );
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
