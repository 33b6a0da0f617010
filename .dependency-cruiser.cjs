// Who may import whom. docs/architecture.md draws the same picture.

/** Core's folders, low to high: a file imports its own layer and the lower ones. */
const CORE_LAYERS = [
  ["log", "signals", "ports", "digest", "errors", "tunables", "nearest-name"],
  ["goals", "graph", "diagnose", "prompts"],
  ["context", "memory", "profile", "skills", "experiences"],
  ["compaction", "guards"],
  ["tools"],
  ["loop", "reading"],
  ["strategies", "agents"],
  ["run"],
  ["worker"],
];
/** The log carries goals, so their vocabulary (types alone) belongs to the lowest layer. */
const GOAL_VOCABULARY = "^packages/core/src/goals/goal\\.ts$";
/** The definitions of events and what reads and writes entries by them: zod, which the browser has no use for. */
const EVENT_TABLE =
  "^packages/core/src/log/(events/(?!event-handlers)|(entry-version|message-schema|open-object|to-outline|project|sequence|tombstone|trace-schema|upcast)\\.ts$)";
const TEST_FILE = "\\.test\\.tsx?$";
const NODE_BUILTIN = { dependencyTypes: ["core"] };

/** A path pattern for the folders or files of core with these names. */
const inCore = (names) => `^packages/core/src/(${names.join("|")})(/|\\.ts$)`;

const coreLayerRules = CORE_LAYERS.map((layer, index) => ({
  name: `core-${layer[0]}-imports-downwards`,
  comment:
    "A layer of core knows nothing of the layers above it; what must call upward is handed a function.",
  severity: "error",
  from: { path: inCore(layer), pathNot: TEST_FILE },
  to: {
    path: [...CORE_LAYERS.slice(index + 1).map(inCore), inCore(["adapters", "testing", "index"])],
    pathNot: GOAL_VOCABULARY,
  },
}));

const forbid = (name, comment, edges) => ({ name, comment, severity: "error", ...edges });

module.exports = {
  forbidden: [
    forbid("no-cycles", "Two files that run each other are one, or lack a third.", {
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    }),
    forbid(
      "core-no-type-cycles",
      "In core not even types go in a circle: each file can be read after those it imports.",
      {
        from: { path: "^packages/core/" },
        to: { circular: true },
      },
    ),
    forbid("no-unresolvable", "An import must lead somewhere.", { from: {}, to: { couldNotResolve: true } }),
    forbid("no-undeclared", "What is imported stands in the package.json of its own package.", {
      from: {
        path: "^(packages|apps)/",
        pathNot: [TEST_FILE, "^packages/[^/]+/(test|scripts)/", "/testing/"],
      },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"], pathNot: "^(packages|apps)/" },
    }),
    forbid("through-the-front-door", "Another package is imported by its name, never by a path into it.", {
      from: { path: "^((packages|apps)/[^/]+)/" },
      to: { path: "^(packages|apps)/", pathNot: "^$1/", dependencyTypes: ["local"] },
    }),

    forbid("core-touches-nothing", "Core is no workspace package's client and runs in any engine.", {
      from: { path: "^packages/core/src/", pathNot: [TEST_FILE, "^packages/core/src/testing/"] },
      to: { path: ["^packages/(?!core/)", "^apps/"] },
    }),
    forbid("core-without-node", "Core runs in any engine: what needs Node is a port.", {
      from: { path: "^packages/core/src/", pathNot: [TEST_FILE, "^packages/core/src/testing/"] },
      to: NODE_BUILTIN,
    }),
    forbid("core-sdk-in-adapters", "The model SDK and the tokenizer stay behind ports.", {
      from: { path: "^packages/core/src/", pathNot: ["^packages/core/src/adapters/", TEST_FILE] },
      to: { path: "node_modules/(openai|gpt-tokenizer)/" },
    }),
    forbid("core-browser-safe", "The browser's bundle holds neither the SDK nor the tokenizer.", {
      from: { path: "^packages/core/src/(log|goals|graph|diagnose)/index\\.ts$" },
      to: { path: "node_modules/(openai|gpt-tokenizer)/", reachable: true },
    }),
    forbid("core-folds-without-zod", "What the browser folds takes types from the event table, never code.", {
      from: {
        path: "^packages/core/src/(log|goals|graph|diagnose)/",
        pathNot: [TEST_FILE, EVENT_TABLE, "^packages/core/src/log/index\\.ts$"],
      },
      to: { path: [EVENT_TABLE, "node_modules/zod/"], dependencyTypesNot: ["type-only"] },
    }),
    ...coreLayerRules,
    forbid(
      "loop-knows-no-tool",
      "The loop runs the tools it is handed; it names them by log/tool-names.ts.",
      {
        from: { path: "^packages/core/src/(loop|strategies|agents|worker)/", pathNot: TEST_FILE },
        to: { path: "^packages/core/src/tools/", pathNot: "^packages/core/src/tools/tool-set\\.ts$" },
      },
    ),
    forbid("loop-and-reading-apart", "Reading needs no loop; the loop is handed the log that it continues.", {
      from: { path: "^packages/core/src/(loop|reading)/", pathNot: TEST_FILE },
      to: { path: "^packages/core/src/(loop|reading)/", pathNot: "^packages/core/src/$1/" },
    }),

    forbid("tools-only-core", "Tools touch the machine, nothing else of ours but core.", {
      from: { path: "^packages/tools/" },
      to: { path: ["^packages/(?!tools/|core/)", "^apps/"] },
    }),
    forbid("db-only-core", "db touches PostgreSQL, nothing else of ours but core.", {
      from: { path: "^packages/db/" },
      to: { path: ["^packages/(?!db/|core/)", "^apps/"] },
    }),
    forbid("host-below-apps", "The host joins core, db and tools, and serves every program alike.", {
      from: { path: "^packages/host/" },
      to: { path: "^apps/" },
    }),
    forbid("only-programs-import-host", "Host is for programs: what runs on it imports it, nothing below.", {
      from: { path: "^packages/(?!host/)" },
      to: { path: "^packages/host/" },
    }),
    forbid("worker-only-host", "The worker is its arguments and the host.", {
      from: { path: "^apps/worker/" },
      to: { path: "^packages/(?!host/|core/)" },
    }),
    forbid("prisma-only-in-db", "The generated client is db's own affair.", {
      from: { pathNot: "^(packages/db/|scripts/prisma)" },
      to: { path: ["^packages/db/src/generated/", "node_modules/@prisma/client/"] },
    }),

    forbid("features-apart", "Features never import features: what two share moves to ui or lib.", {
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
      "Of core the browser's code sees only log, goals, graph and diagnose, and the types of reading.",
      {
        from: { path: "^apps/web/src/(features|ui|lib)/", pathNot: TEST_FILE },
        to: { path: "^packages/core/", pathNot: "^packages/core/src/(log|goals|graph|diagnose|reading)/" },
      },
    ),
    forbid(
      "reading-on-the-server",
      "Stores are read on the server: the browser's code takes only types from it.",
      {
        from: { path: "^apps/web/src/(features|ui|lib)/", pathNot: TEST_FILE },
        to: { path: "^packages/core/src/reading/", dependencyTypesNot: ["type-only"] },
      },
    ),
    forbid("server-types-only", "The browser's code takes types from the server, never code.", {
      from: { path: "^apps/web/src/(features|ui|lib)/", pathNot: TEST_FILE },
      to: { path: "^apps/web/src/server/", dependencyTypesNot: ["type-only"] },
    }),
    forbid("only-the-server-wires", "In the web only server/ sees host and db.", {
      from: { path: "^apps/web/src/", pathNot: ["^apps/web/src/server/", TEST_FILE] },
      to: { path: "^packages/(host|db)/" },
    }),
    forbid("web-without-tools", "The web runs no tools: what it needs of them the host hands over.", {
      from: { path: "^apps/web/src/", pathNot: [TEST_FILE, "/testing/"] },
      to: { path: "^packages/tools/" },
    }),
    forbid("apps-apart", "Apps never import each other.", {
      from: { path: "^apps/([^/]+)/" },
      to: { path: "^apps/", pathNot: "^apps/$1/" },
    }),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["/\\.next/", "next-env\\.d\\.ts$", "^\\.cache/", "^\\.data"] },
    tsPreCompilationDeps: "specify",
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
