import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import { IS_SOAK } from "../../apps/cli/test/support/soak.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const ALL_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The rules whose outcome depends on the theme. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Returns the script that runs axe with these rules or tags. Reporting passed rules would take longer than the check itself. */
const runScript = (runOnly: readonly string[]): string =>
  `axe.run(document, ${JSON.stringify({ runOnly, resultTypes: ["violations"] })}).then((result) => result.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`;

/** Waits for the color transitions between themes, whose intermediate colors would fail the contrast rules. */
const SETTLE_SCRIPT = `Promise.allSettled(document.getAnimations().filter((animation) => animation instanceof CSSTransition).map((animation) => animation.finished))`;

/** Violations that last longer are not caused by a change in progress. */
const SETTLED_WITHIN_MS = 20_000;

type Finding = { readonly id: string; readonly nodes: readonly { readonly html: string }[] };

/** Fails with every WCAG 2.2 AA violation that axe keeps finding on the current page, whose colors and parts may just be changing. */
export async function expectAccessible(page: Page, rules: readonly string[] = ALL_RULES): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(source);
  const violations = async (): Promise<readonly string[]> => {
    await page.evaluate(SETTLE_SCRIPT);
    const findings = await page.evaluate<Finding[]>(runScript(rules));
    return findings.map(
      (finding) => `${finding.id}: ${finding.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`,
    );
  };
  await expect.poll(violations, { timeout: SETTLED_WITHIN_MS }).toEqual([]);
}

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Each width in each theme. */
const ALL_SCREENS = [
  { colorScheme: "light", viewport: DESKTOP, rules: ALL_RULES },
  { colorScheme: "light", viewport: PHONE, rules: ALL_RULES },
  { colorScheme: "dark", viewport: DESKTOP, rules: COLOR_RULES },
  { colorScheme: "dark", viewport: PHONE, rules: COLOR_RULES },
] as const;

/** Each width and each theme. A color that is wrong in one theme, on a part that one width alone has, needs all four. */
const FEW_SCREENS = [
  { colorScheme: "light", viewport: DESKTOP, rules: ALL_RULES },
  { colorScheme: "dark", viewport: PHONE, rules: ALL_RULES },
] as const;

/** Checks the state of the page in each width and each theme; in soak, the colors in both themes of each width. */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  for (const { colorScheme, viewport, rules } of IS_SOAK ? ALL_SCREENS : FEW_SCREENS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await expectAccessible(page, rules);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(DESKTOP);
}
