// Generates the message catalog from the files in messages/: one import per language and namespace. `--check` fails if it is stale.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = path.join(root, "messages");
const folder = path.join(root, "src/lib/generated");

/** English comes first because the types are derived from it. */
const [reference, ...translations] = ["en", ...fs.readdirSync(source).filter((name) => name !== "en")];
const listNamespaces = (locale) =>
  fs
    .readdirSync(path.join(source, locale))
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .sort();
const namespaces = listNamespaces(reference);
for (const locale of translations) {
  if (listNamespaces(locale).join() === namespaces.join()) continue;
  console.error(`messages/${locale} and messages/${reference} must contain the same file names.`);
  process.exit(1);
}

const identifier = (locale, namespace) =>
  `${locale}_${namespace}`.replaceAll(/[_-]+(.)/g, (_, letter) => letter.toUpperCase());
const imports = (locale) =>
  namespaces.map(
    (name) => `import ${identifier(locale, name)} from "../../../messages/${locale}/${name}.json";`,
  );
const entries = (locale) =>
  namespaces.map((name) => `  ${JSON.stringify(name)}: ${identifier(locale, name)},`);

const HEAD = "// Generated from messages/; `npm run check` updates it.";

/** The catalog of one language is a module of its own, so that browsers load only theirs. */
const catalog = (locale) =>
  [
    HEAD,
    ...imports(locale),
    ...(locale === reference ? [] : [`import type { Messages } from "./messages-${reference}.ts";`]),
    "",
    `export const ${locale}${locale === reference ? "" : ": Messages"} = {`,
    ...entries(locale),
    "};",
    ...(locale === reference
      ? [
          "",
          "/** All texts of the interface by namespace and key. */",
          `export type Messages = typeof ${locale};`,
        ]
      : []),
    "",
  ].join("\n");

const locales = [reference, ...translations];
const all = [
  HEAD,
  ...locales.map((locale) => `import { ${locale} } from "./messages-${locale}.ts";`),
  `import type { Messages } from "./messages-${reference}.ts";`,
  'import type { Locale } from "../preferences.ts";',
  "",
  `export type { Messages } from "./messages-${reference}.ts";`,
  "",
  "/** The message catalog of each language; a missing key is a type error. */",
  `export const MESSAGES: Readonly<Record<Locale, Messages>> = { ${locales.join(", ")} };`,
  "",
].join("\n");

const files = new Map([
  ["messages.ts", all],
  ...locales.map((locale) => [`messages-${locale}.ts`, catalog(locale)]),
]);
for (const [name, text] of files) {
  const output = path.join(folder, name);
  const current = fs.existsSync(output) ? fs.readFileSync(output, "utf8") : "";
  if (current === text) continue;
  if (process.argv.includes("--check")) {
    console.error("apps/web/src/lib/generated is stale. Run: npm run check");
    process.exit(1);
  }
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(output, text);
}
