import { readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { bundleOnce } from "./bundle-once.mjs";
import { inCheckout } from "./checkout.mjs";
import { fingerprint } from "./fingerprint.mjs";

const PACKAGES = ["core", "db", "host", "tools"];
const SCOPE = "@goaltrace/";
const INPUTS = [
  ...PACKAGES.map((name) => `packages/${name}`),
  ...["package-lock.json", "scripts/lib/bundle-packages.mjs"],
];
/** Longer than any run of the browser tests: another one in this checkout may still load its own bundle. */
const KEEP_MS = 6 * 3_600_000;

/** Returns what a package exports: source files by the name of their bundle, such as `core/log`. */
function exportsOf(name) {
  const folder = inCheckout("packages", name);
  const { exports } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return Object.entries(exports).map(([subpath, file]) => [
    path.posix.join(name, subpath === "." ? "index" : subpath),
    path.join(folder, file),
  ]);
}

/** Leaves the modules of others, and those of Node, where they are. */
const onlyOwnModules = {
  name: "only-own-modules",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path: specifier, kind }) =>
      kind === "entry-point" || specifier.startsWith(SCOPE) ? undefined : { external: true },
    );
    // Modules locate their files relative to themselves.
    build.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const source = await readFile(file, "utf8");
      if (!source.includes("import.meta.url")) return undefined;
      const contents = source.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(file).href));
      return { contents, loader: "ts" };
    });
  },
};

/** Returns the configuration that leads from the names of what the packages export to the bundles beside it. */
function namesToBundles() {
  const names = PACKAGES.flatMap(exportsOf).map(([bundle]) => bundle);
  const paths = names.map((bundle) => [SCOPE + bundle.replace(/\/index$/, ""), [`./${bundle}.js`]]);
  return { compilerOptions: { baseUrl: ".", paths: Object.fromEntries(paths) } };
}

async function bundle(folder) {
  const { build } = await import("esbuild");
  await build({
    entryPoints: Object.fromEntries(PACKAGES.flatMap(exportsOf)),
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    plugins: [onlyOwnModules],
    logLevel: "error",
  });
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(namesToBundles(), null, 2));
}

/**
 * Bundles what the packages export for the browser tests, each export as `<package>/<export>.js` in a folder for this state of the sources.
 * Playwright would transpile a thousand modules in a fresh checkout, and every one of its processes would load them one by one. Returns the
 * `tsconfig.json` that leads there.
 */
export async function bundlePackages() {
  const isSource = (file) => !/\.test\.tsx?$/.test(file) && !file.endsWith(".md");
  const print = fingerprint(INPUTS, isSource).slice(0, 16);
  const parent = inCheckout(".cache", "packages");
  return path.join(await bundleOnce({ parent, print, bundle, keepMs: KEEP_MS }), "tsconfig.json");
}
