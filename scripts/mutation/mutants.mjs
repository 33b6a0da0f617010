// Mutants of the sources as a seeded sample, and the sources with a switch for each mutant (mutant schemata).
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { inCheckout } from "../lib/checkout.mjs";

const OPTIONS = { plugins: null, excludedMutations: [], ignorers: [], noHeader: false };
const SILENT = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} };
const isSource = (file) =>
  file.endsWith(".ts") && !/\.test\.tsx?$|\/generated\/|\/testing\/|\.d\.ts$/.test(file);

/** A number in [0, 1) that depends on the seed and on the mutant alone: sources that did not change keep their sample. */
function drawOf(seed, { file, location, mutator, replacement }) {
  const text = JSON.stringify([seed, file, location, mutator, replacement]);
  return createHash("sha256").update(text).digest().readUInt32BE() / 2 ** 32;
}

/**
 * Instruments the sources under `folders` (relative to the checkout) and draws `size` of their mutants.
 * Resolves to `{files: {[path]: code}, mutants: [{id, file, line, mutator, replacement}], total}`.
 */
export async function drawMutants({ folders, size, seed }) {
  const files = folders
    .flatMap((folder) =>
      readdirSync(inCheckout(folder), { recursive: true }).map((name) => path.posix.join(folder, name)),
    )
    .filter(isSource)
    .sort();
  const sources = files.map((name) => ({
    name,
    mutate: true,
    content: readFileSync(inCheckout(name), "utf8"),
  }));
  const instrumented = await new Instrumenter(SILENT).instrument(sources, OPTIONS);
  const mutants = instrumented.mutants
    .map(({ id, fileName, location, mutatorName, replacement }) => ({
      id,
      file: fileName,
      location,
      line: location.start.line + 1,
      mutator: mutatorName,
      replacement,
    }))
    .map((mutant) => ({ ...mutant, draw: drawOf(seed, mutant) }))
    .sort((left, right) => left.draw - right.draw)
    .slice(0, size);
  return {
    files: Object.fromEntries(instrumented.files.map(({ name, content }) => [name, content])),
    mutants,
    total: instrumented.mutants.length,
  };
}
