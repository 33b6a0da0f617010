// The allowed imports. docs/architecture.md shows the same structure.

/** Layers of core from low to high: a file may import its own layer and lower ones. */
const CORE_LAYERS = [
  [
    "log",
    "signals",
    "ports",
    "digest",
    "errors",
    "tunables",
    "nearest-name",
    "short-task",
    "check-names",
    "foreign-text",
    "json-nesting",
    "parse-json",
  ],
  ["goals", "graph", "diagnose", "permissions", "prompts", "search", "secrets", "masking"],
  ["context", "memory", "profile", "skills", "experiences"],
  ["compaction", "guards"],
  ["tools"],
  ["loop", "reading"],
  ["strategies", "agents"],
  ["run"],
  ["worker"],
];
/** The log contains goals, so their types belong to the lowest layer. */
const GOAL_VOCABULARY = "^packages/core/src/goals/goal\\.ts$";
/** Event schemas and the code that reads and writes entries with them: zod, which the browser does not need. */
const EVENT_TABLE =
  "^packages/core/src/log/(events/(?!event-handlers)|(entry-version|message-schema|open-object|to-outline|project|sequence|tombstone|trace-schema|upcast)\\.ts$)";
const TEST_FILE = "\\.test\\.tsx?$";
const NODE_BUILTIN = { dependencyTypes: ["core"] };

/** Returns a path pattern for the folders or files of core with these names. */
const inCore = (names) => `^packages/core/src/(${names.join("|")})(/|\\.ts$)`;

const coreLayerRules = CORE_LAYERS.map((layer, index) => ({
  name: `core-${layer[0]}-imports-downwards`,
  comment: "A layer of core must not import layers above it. To call upward, pass in a function.",
  severity: "error",
  from: { path: inCore(layer), pathNot: TEST_FILE },
  to: {
    path: [...CORE_LAYERS.slice(index + 1).map(inCore), inCore(["adapters", "testing", "library", "index"])],
    pathNot: GOAL_VOCABULARY,
  },
}));

const forbid = (name, comment, edges) => ({ name, comment, severity: "error", ...edges });

module.exports = {
  forbidden: [
    forbid(
      "no-cycles",
      "Files must not import each other at run time. Merge them, or extract a third file.",
      {
        from: {},
        to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
      },
    ),
    forbid(
      "core-no-type-cycles",
      "In core even type imports must not form a cycle, so that each file can be read after its imports.",
      {
        from: { path: "^packages/core/" },
        to: { circular: true },
      },
    ),
    forbid("no-unresolvable", "Imports must resolve.", { from: {}, to: { couldNotResolve: true } }),
    forbid("no-undeclared", "Every import must be declared in the package.json of its package.", {
      from: {
        path: "^(packages|apps)/",
        pathNot: [TEST_FILE, "^(packages|apps)/[^/]+/(test|scripts)/", "/testing/"],
      },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"], pathNot: "^(packages|apps)/" },
    }),
    forbid("through-the-front-door", "Import other packages by name, never by a path into them.", {
      from: { path: "^((packages|apps)/[^/]+)/" },
      to: { path: "^(packages|apps)/", pathNot: "^$1/", dependencyTypes: ["local"] },
    }),

    forbid("core-touches-nothing", "Core imports no other workspace package and runs in any engine.", {
      from: { path: "^packages/core/src/", pathNot: [TEST_FILE, "^packages/core/src/testing/"] },
      to: { path: ["^packages/(?!core/)", "^apps/"] },
    }),
    forbid("core-without-node", "Core runs in any engine: code that needs Node belongs behind a port.", {
      from: { path: "^packages/core/src/", pathNot: [TEST_FILE, "^packages/core/src/testing/"] },
      to: NODE_BUILTIN,
    }),
    forbid("core-sdk-in-adapters", "The model SDK and the tokenizer stay behind ports.", {
      from: { path: "^packages/core/src/", pathNot: ["^packages/core/src/adapters/", TEST_FILE] },
      to: { path: "node_modules/(openai|gpt-tokenizer)/" },
    }),
    forbid("core-browser-safe", "The browser bundle must not contain the SDK or the tokenizer.", {
      from: { path: "^packages/core/src/(log|goals|graph|diagnose)/index\\.ts$" },
      to: { path: "node_modules/(openai|gpt-tokenizer)/", reachable: true },
    }),
    forbid(
      "core-folds-without-zod",
      "Code that runs in the browser may import only types from the event table.",
      {
        from: {
          path: "^packages/core/src/(log|goals|graph|diagnose)/",
          pathNot: [TEST_FILE, EVENT_TABLE, "^packages/core/src/log/index\\.ts$"],
        },
        to: { path: [EVENT_TABLE, "node_modules/zod/"], dependencyTypesNot: ["type-only"] },
      },
    ),
    ...coreLayerRules,
    forbid(
      "core-library-on-top",
      "The library composes all of core for programs; nothing in core needs it.",
      {
        from: { path: "^packages/core/src/(?!library/|index\\.ts$)", pathNot: TEST_FILE },
        to: { path: "^packages/core/src/library/" },
      },
    ),
    forbid(
      "library-loads-adapters-late",
      "The model SDK and the tokenizer are loaded by the first run, not by an import of core.",
      {
        from: { path: "^packages/core/src/library/", pathNot: TEST_FILE },
        to: { path: "^packages/core/src/adapters/(openai/(index|client)|tokenizer)\\.ts$", dynamic: false },
      },
    ),
    forbid(
      "loop-knows-no-tool",
      "The loop runs the tools it receives and takes their names from log/tool-names.ts.",
      {
        from: { path: "^packages/core/src/(loop|strategies|agents|worker)/", pathNot: TEST_FILE },
        to: { path: "^packages/core/src/tools/", pathNot: "^packages/core/src/tools/tool-set\\.ts$" },
      },
    ),
    forbid(
      "loop-and-reading-apart",
      "Reading must not import the loop, nor the loop reading: the loop receives the log that it continues.",
      {
        from: { path: "^packages/core/src/(loop|reading)/", pathNot: TEST_FILE },
        to: { path: "^packages/core/src/(loop|reading)/", pathNot: "^packages/core/src/$1/" },
      },
    ),

    forbid("tools-only-core", "Of the workspace packages, tools may import only core.", {
      from: { path: "^packages/tools/" },
      to: { path: ["^packages/(?!tools/|core/)", "^apps/"] },
    }),
    forbid("db-only-core", "Of the workspace packages, db may import only core.", {
      from: { path: "^packages/db/" },
      to: { path: ["^packages/(?!db/|core/)", "^apps/"] },
    }),
    forbid(
      "host-below-apps",
      "The host combines core, db and tools for all programs and must not import apps.",
      {
        from: { path: "^packages/host/" },
        to: { path: "^apps/" },
      },
    ),
    forbid("only-programs-import-host", "Only programs may import the host.", {
      from: { path: "^packages/(?!host/)" },
      to: { path: "^packages/host/" },
    }),
    forbid("worker-only-host", "The worker may import only the host and core.", {
      from: { path: "^apps/worker/" },
      to: { path: "^packages/(?!host/|core/)" },
    }),
    forbid("prisma-only-in-db", "Only db may import the generated client.", {
      from: { pathNot: "^(packages/db/|scripts/prisma)" },
      to: { path: ["^packages/db/src/generated/", "node_modules/@prisma/client/"] },
    }),

    forbid(
      "examples-only-core",
      "The examples show what the library can do, alone or with the adapters of tools.",
      {
        from: { path: "^examples/", pathNot: TEST_FILE },
        to: { path: ["^packages/(?!core/|tools/src/index\\.ts$)", "^apps/"] },
      },
    ),

    forbid("features-apart", "Features must not import each other. Move shared code to ui or lib.", {
      from: { path: "^apps/web/src/features/([^/]+)/" },
      to: { path: "^apps/web/src/features/", pathNot: "^apps/web/src/features/$1/" },
    }),
    forbid("web-downwards", "app → features → ui · lib.", {
      from: { path: "^apps/web/src/(ui|lib)/" },
      to: { path: "^apps/web/src/(features|app)/" },
    }),
    forbid("features-below-app", "app → features → ui · lib.", {
      from: { path: "^apps/web/src/features/" },
      to: { path: "^apps/web/src/app/" },
    }),
    forbid(
      "browser-sees-the-log-only",
      "Browser code may import only log, goals, graph, diagnose, permissions, parse-json, short-task and introduction of core, and the types of reading.",
      {
        from: { path: "^apps/web/src/(features|ui|lib)/", pathNot: [TEST_FILE, "/testing/"] },
        to: {
          path: "^packages/core/",
          pathNot:
            "^packages/core/src/((log|goals|graph|diagnose|reading|permissions)/|(parse-json|short-task)\\.ts$|profile/introduction\\.ts$)",
        },
      },
    ),
    forbid(
      "reading-on-the-server",
      "Stores are read on the server: browser code may import only types of reading.",
      {
        from: { path: "^apps/web/src/(features|ui|lib)/", pathNot: TEST_FILE },
        to: { path: "^packages/core/src/reading/", dependencyTypesNot: ["type-only"] },
      },
    ),
    forbid("server-types-only", "Browser code may import only types from the server.", {
      from: { path: "^apps/web/src/(features|ui|lib)/", pathNot: TEST_FILE },
      to: { path: "^apps/web/src/server/", dependencyTypesNot: ["type-only"] },
    }),
    forbid("only-the-server-wires", "In the web app only server/ may import host and db.", {
      from: { path: "^apps/web/src/", pathNot: ["^apps/web/src/server/", TEST_FILE] },
      to: { path: "^packages/(host|db)/" },
    }),
    forbid(
      "web-without-tools",
      "The web app must not import tools: it gets what it needs of them from the host.",
      {
        from: { path: "^apps/web/src/", pathNot: [TEST_FILE, "/testing/"] },
        to: { path: "^packages/tools/" },
      },
    ),
    forbid("apps-apart", "Apps must not import each other.", {
      from: { path: "^apps/([^/]+)/" },
      to: { path: "^apps/", pathNot: "^apps/$1/" },
    }),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["/\\.next/", "next-env\\.d\\.ts$", "^\\.cache/", "^\\.data"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".cjs", ".json"],
    },
    cache: { folder: ".cache/dependency-cruiser", strategy: "content" },
  },
};
