import javascript from "@eslint/js";
import reactHooks from "eslint-plugin-react-hooks";
import typescript from "typescript-eslint";
import local from "./scripts/eslint/local-plugin.mjs";

const TESTS = [
  "**/*.test.{ts,tsx}",
  "**/test/**",
  "**/tests/**",
  "packages/core/src/testing/**",
  "e2e/**",
  "**/scripts/**",
];
/** Functions that read and write entries by their schemas, which would bring zod into the browser bundle. */
const LOG_SCHEMA_FUNCTIONS = [
  ...["readEntry", "writeEntry", "readExport", "exportLines"],
  ...["projectEntry", "toOutline", "toTombstone", "isErasedWith"],
];
const SOURCES = ["packages/*/src/**/*.{ts,tsx}", "apps/*/src/**/*.{ts,tsx}"];

/** Files whose default export is required by the tool that reads them. */
const DEFAULT_EXPORTS = [
  "*.config.{ts,mjs}",
  "apps/web/*.config.{ts,mjs}",
  "apps/web/src/app/**/{page,layout,template,loading,error,global-error,not-found,global-not-found,default,icon,manifest,robots}.{ts,tsx}",
  "apps/web/src/lib/i18n.ts",
  "scripts/test-database.ts",
  "scripts/test-temporary-folder.ts",
  "scripts/lib/unhandled-errors-reporter.mjs",
  "scripts/eslint/local-plugin.mjs",
  "scripts/mutation/{mutation-runner,vitest.config}.mjs",
];

const ban = (selector, message) => ({ selector, message });
const NO_ENUM = ban("TSEnumDeclaration", "No enums: use a union of string literals.");
const NO_EXPORT_ALL = ban("ExportAllDeclaration", "No `export *`: name what the package offers.");
const NO_DEFAULT_EXPORT = [
  ban("ExportDefaultDeclaration", "No default exports: export by name."),
  ban("ExportSpecifier[exported.name='default']", "No default exports: export by name."),
];
const NO_ASSERTION = [
  ban(
    "TSAsExpression:not([typeAnnotation.typeName.name='const'])",
    "`as` is allowed only in adapters and rows: narrow the type or parse the value.",
  ),
  ban("TSTypeAssertion", "Type assertions are allowed only in adapters and rows."),
];
const NO_AMBIENT_STATE = [
  ban(
    "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    "Read the time through the clock port.",
  ),
  ban("NewExpression[callee.name='Date'][arguments.length=0]", "Read the time through the clock port."),
  ban("CallExpression[callee.name='Date']", "Read the time through the clock port."),
  ban(
    "MemberExpression[object.name='performance'][property.name='now']",
    "Read the time through the clock port.",
  ),
  ban("MemberExpression[object.name='Math'][property.name='random']", "Get randomness through a port."),
  ban(
    "MemberExpression[object.name='crypto'][property.name=/^(randomUUID|getRandomValues)$/]",
    "Get identifiers and randomness through a port.",
  ),
];
const NO_SINGLE_LOOK = ban(
  "CallExpression[callee.name='expect'] > AwaitExpression > CallExpression[callee.property.name=/^(textContent|innerText|inputValue|getAttribute|is(Visible|Hidden|Enabled|Disabled|Checked|Editable)|count|all(InnerTexts|TextContents))$/]",
  "A page is looked at once here, perhaps too early: use an assertion that waits, or `expect.poll`.",
);
const SHORT_LIMIT = "A busy machine needs longer: the limits of the configuration suffice for every test.";
const NO_SHORT_LIMIT = [
  ban("CallExpression[callee.name='it'] > Literal[value>999][value<480000]", SHORT_LIMIT),
  ban("CallExpression[callee.callee.property.name='each'] > Literal[value>999][value<480000]", SHORT_LIMIT),
  ban(
    "CallExpression[callee.name='it'] > ObjectExpression > Property[key.name='timeout'] > Literal[value<480000]",
    SHORT_LIMIT,
  ),
];
/** Combines all banned syntax in one rule; a later block replaces the whole list of an earlier one. */
const syntax = (...bans) => ({
  "local/no-restricted-syntax": ["error", NO_ENUM, NO_EXPORT_ALL, ...bans.flat()],
});

// Type-aware rules are in .oxlintrc.json; scripts/eslint/all-rules.test.mjs checks that the two lists match.
export default typescript.config(
  {
    ignores: [
      "**/node_modules/",
      "**/.next/",
      "**/generated/",
      "**/next-env.d.ts",
      ".cache/",
      ".data*/",
      "coverage/",
      "playwright-report/",
      "test-results/",
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  javascript.configs.recommended,
  {
    // All files, in every language.
    plugins: { local },
    rules: {
      "max-lines": ["error", 400],
      "max-params": ["error", 3],
      "max-depth": ["error", 3],
      "no-console": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "local/file-names": "error",
      ...syntax(NO_DEFAULT_EXPORT),
    },
  },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [typescript.configs.recommended],
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Read the environment only in env.ts." },
      ],
    },
  },
  { files: SOURCES, ignores: TESTS, rules: syntax(NO_DEFAULT_EXPORT, NO_ASSERTION) },
  { files: ["e2e/**/*.ts"], rules: syntax(NO_DEFAULT_EXPORT, NO_SINGLE_LOOK) },
  { files: ["**/*.test.{ts,tsx}"], rules: syntax(NO_DEFAULT_EXPORT, NO_SHORT_LIMIT) },
  {
    files: ["packages/*/src/**/{adapters,rows}/**/*.ts"],
    ignores: TESTS,
    rules: syntax(NO_DEFAULT_EXPORT),
  },
  {
    files: ["packages/core/src/**/*.ts"],
    ignores: [...TESTS, "packages/core/src/adapters/**"],
    rules: syntax(NO_DEFAULT_EXPORT, NO_ASSERTION, NO_AMBIENT_STATE),
  },
  {
    files: ["packages/core/src/{loop,guards,context,compaction}/**/*.ts"],
    ignores: TESTS,
    rules: { "local/no-prose-for-models": "error" },
  },
  {
    files: ["packages/{core,tools,host,db}/src/**/*.ts", "apps/*/src/**/*.{ts,tsx}"],
    // The excluded files are the helpers with the limits, and those of the database that read only what this program wrote.
    ignores: [
      ...TESTS,
      ...[
        "packages/core/src/parse-json.ts",
        "packages/core/src/parse-own-json.ts",
        "packages/tools/src/bounded/**",
        "packages/db/src/testing/**",
      ],
      ...["packages/db/src/{rows,live,embedded}/**", "packages/db/src/{embedded,migrate}.ts"],
    ],
    rules: { "local/no-unbounded": "error" },
  },
  {
    files: ["packages/core/src/adapters/**/*.ts"],
    ignores: TESTS,
    rules: syntax(NO_DEFAULT_EXPORT, NO_AMBIENT_STATE),
  },
  {
    files: ["apps/web/src/**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks },
    rules: { "react-hooks/rules-of-hooks": "error", "react-hooks/exhaustive-deps": "error" },
  },
  {
    files: ["apps/web/src/{features,ui,lib}/**/*.{ts,tsx}"],
    ignores: TESTS,
    rules: {
      "no-restricted-imports": [
        "error",
        {
          name: "@goaltrace/core/log",
          importNames: LOG_SCHEMA_FUNCTIONS,
          message:
            "Parsing entries by their schemas is done on the server; the browser only folds outlines and entries.",
        },
      ],
    },
  },
  {
    files: ["apps/web/src/**/*.tsx"],
    ignores: TESTS,
    rules: { "local/no-literal-text": "error" },
  },
  { files: DEFAULT_EXPORTS, rules: syntax(NO_ASSERTION) },
  {
    files: [
      "**/env.ts",
      "**/*.config.{ts,mjs}",
      "**/scripts/**",
      "bench/**",
      "e2e/**",
      "prisma/seed/**",
      ...TESTS,
    ],
    rules: { "no-restricted-properties": "off" },
  },
  {
    files: ["**/scripts/**", "apps/cli/**", "bench/**", "prisma/seed/**", "examples/**"],
    rules: { "no-console": "off" },
  },
  {
    files: TESTS.filter((pattern) => pattern !== "**/scripts/**"),
    rules: {
      // Test helpers are local, so their types can be inferred.
      "@typescript-eslint/explicit-module-boundary-types": "off",
      // Rows of a case table become parameters.
      "max-params": "off",
    },
  },
  {
    files: ["**/*.{mjs,cjs}"],
    languageOptions: {
      globals: Object.fromEntries(
        "AbortController AbortSignal Buffer URL WebAssembly clearInterval clearTimeout console crypto fetch module performance process require setInterval setTimeout structuredClone"
          .split(" ")
          .map((name) => [name, "readonly"]),
      ),
    },
  },
);
