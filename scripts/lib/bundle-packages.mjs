import { readFileSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { inCheckout } from "./checkout.mjs";

const PACKAGES = ["core", "db", "host", "tools"];
const FOLDER = inCheckout(".cache", "packages");
const SCOPE = "@goaltrace/";

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

/**
 * Bundles what the packages export for the browser tests, each export as `.cache/packages/<package>/<export>.js`. Playwright would transpile a
 * thousand modules in a fresh checkout, and every one of its processes would load them one by one. `e2e/tsconfig.packages.json` leads there.
 */
export async function bundlePackages() {
  const { build } = await import("esbuild");
  rmSync(FOLDER, { recursive: true, force: true });
  await build({
    entryPoints: Object.fromEntries(PACKAGES.flatMap(exportsOf)),
    outdir: FOLDER,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    plugins: [onlyOwnModules],
    logLevel: "error",
  });
}
