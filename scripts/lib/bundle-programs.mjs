import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { bundleOnce } from "./bundle-once.mjs";
import { inCheckout } from "./checkout.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { runNode } from "./run-command.mjs";
import { tokensAsTable } from "./tokens-as-table.mjs";

/** Entry points by the name under which they are started. */
const PROGRAMS = {
  goaltrace: "apps/cli/src/main.ts",
  worker: "apps/worker/src/main.ts",
  seed: "prisma/seed/index.ts",
  "short-lease-worker": "apps/cli/test/support/short-lease-worker.ts",
};
/** End before optimized code of the query compiler pays off. */
const BRIEF = new Set(["goaltrace", "short-lease-worker"]);
const INPUTS = [
  ...["packages", "apps/cli", "apps/worker", "prisma/seed", "bench/written-run.ts"],
  ...["package-lock.json", "scripts/lib/bundle-programs.mjs"],
  ...["scripts/lib/tokens-as-table.mjs", "scripts/lib/token-table.mjs"],
];

/** All programs, of which the caller starts one. */
const ENTRY = Object.entries(PROGRAMS)
  .map(([name, file]) => `exports[${JSON.stringify(name)}] = () => import(${JSON.stringify(`./${file}`)});`)
  .join("\n");

/** The compiled code of the bundle, beside it. V8 accepts it only with the flags with which it was compiled. */
const codeOf = (name) => (BRIEF.has(name) ? "code.bin" : "code-optimized.bin");
const BINARY = "query.wasm";

/** Starts a program of the bundle with the code that the first one left when it ended: compiling it again would take most of a start. */
const starter = (name) => `"use strict";
const { existsSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { setFlagsFromString } = require("node:v8");
const { Script } = require("node:vm");
${BRIEF.has(name) ? 'setFlagsFromString("--liftoff-only");' : ""}
const filename = __dirname + "/programs.cjs";
const code = __dirname + "/${codeOf(name)}";
const hasCode = existsSync(code);
const script = new Script("(function (exports, require, folder) {'use strict';" + readFileSync(filename, "utf8") + "\\n})", {
  filename,
  cachedData: hasCode ? readFileSync(code) : undefined,
});
if (!hasCode || script.cachedDataRejected)
  process.once("exit", () => {
    const aside = code + "." + process.pid;
    try {
      writeFileSync(aside, script.createCachedData());
      renameSync(aside, code);
    } catch {
      // The program has done its work, and the next one compiles again.
    }
  });
const programs = {};
script.runInThisContext()(programs, require, __dirname);
programs[${JSON.stringify(name)}]();
`;

/** Modules locate their files relative to themselves, so each keeps the URL it has in the checkout. */
const keepModuleUrls = {
  name: "keep-module-urls",
  setup(build) {
    build.onLoad({ filter: /\.(ts|mjs|js)$/ }, async ({ path: file }) => {
      const isProgram = Object.values(PROGRAMS).includes(path.relative(inCheckout(), file));
      const source = await readFile(file, "utf8");
      if (!isProgram && !source.includes("import.meta.url")) return undefined;
      const located = source.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(file).href));
      const contents = isProgram ? asFunction(located) : located;
      return { contents, loader: file.endsWith(".ts") ? "ts" : "js" };
    });
  },
};

/** Keeps the query compiler of the database client in a file of its own, which is not code. */
const keepBinary = (folder) => ({
  name: "keep-binary",
  setup(build) {
    build.onLoad({ filter: /\.wasm-base64\.mjs$/ }, async ({ path: file }) => {
      const { wasm } = await import(pathToFileURL(file).href);
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, BINARY), Buffer.from(wasm, "base64"));
      return { contents: `export const wasm = require("node:fs").readFileSync(folder + "/${BINARY}");` };
    });
  },
});

/** Puts the statements of a program, which may await at the top, into a function: a CommonJS bundle cannot await there. */
function asFunction(source) {
  const end = [...source.matchAll(/^(?:import .*|\} )from ".*";$/gmu)].at(-1);
  const start = end === undefined ? 0 : end.index + end[0].length;
  return `${source.slice(0, start)}\nvoid (async () => {${source.slice(start)}})();\n`;
}

async function bundle(folder) {
  const { build } = await import("esbuild");
  await build({
    stdin: { contents: ENTRY, resolveDir: inCheckout(), sourcefile: "programs.cjs", loader: "js" },
    outfile: path.join(folder, "programs.cjs"),
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    // The starter compiles the bundle as a script, which has no dynamic import.
    supported: { "dynamic-import": false },
    external: ["pg-native"],
    plugins: [keepModuleUrls, keepBinary(folder), tokensAsTable(folder)],
    logLevel: "error",
  });
  for (const name of Object.keys(PROGRAMS)) writeFileSync(path.join(folder, `${name}.cjs`), starter(name));
}

/**
 * Bundles the programs and returns the folder that contains them as `<name>.cjs`. Starting a bundle costs a quarter of transpiling the
 * sources each time. Bundles once per state of the sources.
 */
export async function bundlePrograms() {
  const isSource = (file) => !file.endsWith(".test.ts") && !file.endsWith(".md");
  const print = fingerprint(INPUTS, isSource).slice(0, 16);
  return await bundleOnce({ parent: inCheckout(".cache", "programs"), print, bundle });
}

/** Returns the name of the program whose entry point is `file`, relative to the checkout; undefined when none is. */
export const programOf = (file) => Object.keys(PROGRAMS).find((name) => PROGRAMS[name] === file);

/** Returns whether the compiled code of the programs in `folder` is there. */
export const hasCode = (folder) => existsSync(path.join(folder, codeOf("goaltrace")));

/** Has the first run that ends leave the compiled code of the programs in `folder`. `databaseUrl` is a migrated database of its own. */
export async function storeCode(folder, databaseUrl) {
  const home = mkdtempSync(path.join(tmpdir(), "goaltrace-code-"));
  try {
    await runNode([path.join(folder, "goaltrace.cjs"), "run", "--model", "scripted/demo", "Hello"], {
      capture: true,
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home, GOALTRACE_HOME: home, DATABASE_URL: databaseUrl },
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
