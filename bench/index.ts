import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { inCheckout } from "../scripts/lib/checkout.mjs";
import { benchmarks } from "./benchmarks.ts";
import { measureApart } from "./measure-apart.ts";
import { openBenchDatabase } from "./open-bench-database.ts";
import { markdownReport, markdownSection, plainTable } from "./report.ts";

const REPORT = fileURLToPath(new URL("../docs/benchmarks.md", import.meta.url));
const USAGE = `Usage: npm run bench -- [${[...benchmarks.keys()].join("|")}]… [--only NAME]… [--data FOLDER] [--database FOLDER] [--app FOLDER] [--quick] [--write]`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", multiple: true },
    data: { type: "string" },
    database: { type: "string" },
    app: { type: "string" },
    quick: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

const named = [...(values.only ?? []), ...positionals];
const names = named.length > 0 ? named : [...benchmarks.keys()];
const isUnknown = names.some((name) => !benchmarks.has(name));
// Figures of reduced sizes must not be mistaken for measurements.
const isQuickReport = values.write && values.quick;
if (isUnknown || isQuickReport) {
  console.error(isQuickReport ? `--write needs full sizes, without --quick\n${USAGE}` : USAGE);
  process.exit(2);
}

const database = await openBenchDatabase(values.database);
// An interrupted benchmark leaves no server behind.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void database.close().finally(() => process.exit(1)));
try {
  for (const name of names) {
    const section = {
      name,
      figures: await measureApart(name, {
        databaseUrl: database.url,
        quick: values.quick,
        dataFolder: values.data ?? null,
        appFolder: path.resolve(values.app ?? inCheckout()),
      }),
    };
    console.log(plainTable(section));
    // Written immediately, so that interrupting a later benchmark loses nothing.
    if (values.write) await replaceSection(name, markdownSection(section, today()));
  }
} finally {
  await database.close();
}

async function replaceSection(name: string, section: string): Promise<void> {
  const page = await readFile(REPORT, "utf8");
  await writeFile(REPORT, markdownReport(page, new Map([[name, section]]), [...benchmarks.keys()]));
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
