import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { inCheckout } from "./checkout.mjs";
import { fingerprint } from "./fingerprint.mjs";

/** By the name under which tests start them. */
const PROGRAMS = {
  goaltrace: "apps/cli/src/main.ts",
  "short-lease-worker": "apps/cli/test/support/short-lease-worker.ts",
};
const INPUTS = ["packages", "apps/cli", "package-lock.json", "scripts/lib/bundle-programs.mjs"];
const ASIDE = "aside-";
/** Far longer than bundling takes. */
const MADE_WITHIN_MS = 600_000;

/** Packages in the form of CommonJS ask for Node's own modules through `require`, which a module lacks. */
const REQUIRE = `import { createRequire as goaltraceRequire } from "node:module"; const require = goaltraceRequire(import.meta.url);`;

/** Modules find files of theirs beside themselves, so each keeps the address it has in the checkout. */
const keepAddresses = {
  name: "keep-addresses",
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
    plugins: [keepAddresses],
    logLevel: "error",
  });
}

/** Older bundles are of no use; what is being made at this moment may be somebody's. */
function removeOld(folder) {
  const isBeingMade =
    path.basename(folder).startsWith(ASIDE) && Date.now() - statSync(folder).mtimeMs < MADE_WITHIN_MS;
  if (!isBeingMade) rmSync(folder, { recursive: true, force: true });
}

/**
 * The programs that tests run as processes, from the sources as they are now, in one folder as `<name>.mjs`. Starting one costs a quarter of
 * what it costs to translate its sources each time. Made once for each state of the sources.
 */
export async function bundlePrograms() {
  const programs = inCheckout(".cache", "test-programs");
  const isSource = (file) => !file.endsWith(".test.ts") && !file.endsWith(".md");
  const print = fingerprint(INPUTS, isSource).slice(0, 16);
  const folder = path.join(programs, print);
  if (existsSync(folder)) return folder;
  const aside = path.join(programs, `${ASIDE}${randomBytes(4).toString("hex")}`);
  await bundle(aside);
  mkdirSync(programs, { recursive: true });
  try {
    renameSync(aside, folder);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    // Whoever was faster has made the same.
    if (!existsSync(folder)) throw error;
  }
  for (const name of readdirSync(programs)) if (name !== print) removeOld(path.join(programs, name));
  return folder;
}
