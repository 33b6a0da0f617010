import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { inCheckout } from "./checkout.mjs";
import { fingerprint } from "./fingerprint.mjs";

/** Entry points by the name under which tests start them. */
const PROGRAMS = {
  goaltrace: "apps/cli/src/main.ts",
  "short-lease-worker": "apps/cli/test/support/short-lease-worker.ts",
};
const INPUTS = ["packages", "apps/cli", "package-lock.json", "scripts/lib/bundle-programs.mjs"];
const TEMPORARY_PREFIX = "aside-";
/** Far longer than bundling takes. */
const BUNDLE_TIMEOUT_MS = 600_000;

/** CommonJS packages load Node's built-in modules with `require`, which ES modules lack. */
const REQUIRE = `import { createRequire as goaltraceRequire } from "node:module"; const require = goaltraceRequire(import.meta.url);`;

/** Modules locate their files relative to themselves, so each keeps the URL it has in the checkout. */
const keepModuleUrls = {
  name: "keep-module-urls",
  setup(build) {
    build.onLoad({ filter: /\.(ts|mjs|js)$/ }, async ({ path: file }) => {
      const source = await readFile(file, "utf8");
      if (!source.includes("import.meta.url")) return undefined;
      const contents = source.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(file).href));
      return { contents, loader: file.endsWith(".ts") ? "ts" : "js" };
    });
  },
};

async function bundle(folder) {
  const { build } = await import("esbuild");
  await build({
    entryPoints: Object.fromEntries(Object.entries(PROGRAMS).map(([name, file]) => [name, inCheckout(file)])),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: ["pg-native"],
    banner: { js: REQUIRE },
    plugins: [keepModuleUrls],
    logLevel: "error",
  });
}

/** Removes an outdated bundle, unless another process may still be writing it. */
function removeOld(folder) {
  const isBeingWritten =
    path.basename(folder).startsWith(TEMPORARY_PREFIX) &&
    Date.now() - statSync(folder).mtimeMs < BUNDLE_TIMEOUT_MS;
  if (!isBeingWritten) rmSync(folder, { recursive: true, force: true });
}

/**
 * Bundles the programs that tests start as processes and returns the folder that contains them as `<name>.mjs`. Starting a bundle costs a
 * quarter of transpiling the sources each time. Bundles once per state of the sources.
 */
export async function bundlePrograms() {
  const programs = inCheckout(".cache", "test-programs");
  const isSource = (file) => !file.endsWith(".test.ts") && !file.endsWith(".md");
  const print = fingerprint(INPUTS, isSource).slice(0, 16);
  const folder = path.join(programs, print);
  if (existsSync(folder)) return folder;
  const temporary = path.join(programs, `${TEMPORARY_PREFIX}${randomBytes(4).toString("hex")}`);
  await bundle(temporary);
  mkdirSync(programs, { recursive: true });
  try {
    renameSync(temporary, folder);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    // Another process created the same bundle first.
    if (!existsSync(folder)) throw error;
  }
  for (const name of readdirSync(programs)) if (name !== print) removeOld(path.join(programs, name));
  return folder;
}
