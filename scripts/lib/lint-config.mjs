import path from "node:path";
import { inCheckout } from "./checkout.mjs";

/** Prefixes of plugins by those that oxlint uses for the same rules. */
const PREFIXES = [
  ["@typescript-eslint/", "typescript/"],
  ["react-hooks/", "react/"],
];
/** Rules of JavaScript that typescript-eslint extends, and oxlint does not have twice. */
const EXTENSIONS = new Set(["no-array-constructor", "no-unused-expressions", "no-unused-vars"]);
/** Rules that oxlint lacks. It runs those of ESLint, which the local plugin has under the same names. */
const LACKING = new Set(["no-dupe-args", "no-octal"]);
const TYPESCRIPT = "@typescript-eslint/";

/** Returns the name of a rule of ESLint in oxlint. */
function oxlintName(rule) {
  const extended = rule.startsWith(TYPESCRIPT) ? rule.slice(TYPESCRIPT.length) : "";
  if (EXTENSIONS.has(extended)) return extended;
  if (LACKING.has(rule)) return `local/${rule}`;
  for (const [prefix, own] of PREFIXES) if (rule.startsWith(prefix)) return own + rule.slice(prefix.length);
  return rule;
}

const severityOf = (setting) => (Array.isArray(setting) ? setting[0] : setting);

/** Whether a setting reports problems. */
const isEnabled = (setting) => ![0, "off"].includes(severityOf(setting));

function toRules(rules, enabled) {
  // Extensions last: in the same place, the rule that they extend is turned off. Rules that are off everywhere need not exist.
  const known = Object.entries(rules).filter(([rule]) => enabled.has(oxlintName(rule)));
  const entries = known.sort(
    ([one], [other]) => Number(one.startsWith(TYPESCRIPT)) - Number(other.startsWith(TYPESCRIPT)),
  );
  return Object.fromEntries(entries.map(([rule, setting]) => [oxlintName(rule), setting]));
}

/**
 * Returns the configuration of oxlint with the rules of a flat configuration of ESLint, in the same order. `root` is where the patterns of ESLint start;
 * those of oxlint would start at its file, which must be in another folder than what it is about.
 */
export function toOxlintConfig(flatConfig, root = inCheckout()) {
  const start = root.replace(/[[\]{}*?]/g, "\\$&");
  const toPatterns = (patterns) => patterns.map((pattern) => path.posix.join(start, pattern));
  const ignored = flatConfig.filter((entry) => Object.keys(entry).join() === "ignores");
  const parts = flatConfig.filter(({ rules, languageOptions }) => rules ?? languageOptions?.globals);
  const settings = parts.flatMap(({ rules = {} }) => Object.entries(rules));
  const enabled = new Set(
    settings.flatMap(([rule, setting]) => (isEnabled(setting) ? [oxlintName(rule)] : [])),
  );
  return {
    plugins: ["eslint", "typescript", "react"],
    jsPlugins: [{ name: "local", specifier: inCheckout("scripts/eslint/local-plugin.mjs") }],
    categories: { correctness: "off" },
    env: { builtin: true },
    options: { reportUnusedDisableDirectives: "error" },
    ignorePatterns: toPatterns(ignored.flatMap(({ ignores }) => ignores)),
    overrides: parts.map(({ files = ["**/*"], ignores = [], rules = {}, languageOptions }) => ({
      files: toPatterns(files),
      excludeFiles: toPatterns(ignores),
      rules: toRules(rules, enabled),
      ...(languageOptions?.globals && { globals: languageOptions.globals }),
    })),
  };
}
