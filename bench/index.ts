import { writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { inCheckout } from "../scripts/lib/checkout.mjs";
import { benchmarks } from "./benchmarks.ts";
import { measureApart } from "./measure-apart.ts";
import { openBenchDatabase } from "./open-bench-database.ts";
import { markdownReport, plainTable, type Section } from "./report.ts";

const REPORT = fileURLToPath(new URL("../docs/benchmarks.md", import.meta.url));
const USAGE = `usage: npm run bench -- [--only ${[...benchmarks.keys()].join("|")}]… [--data FOLDER] [--database FOLDER] [--app FOLDER] [--quick] [--write]`;

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    data: { type: "string" },
    database: { type: "string" },
    app: { type: "string" },
    quick: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

const names = values.only ?? [...benchmarks.keys()];
const isUnknown = names.some((name) => !benchmarks.has(name));
// A report of a part, or of sizes that show nothing, would look like the whole.
const isPart = values.write && (values.quick || values.only !== undefined);
if (isUnknown || isPart) {
  console.error(isPart ? `--write needs the whole, without --only and --quick\n${USAGE}` : USAGE);
  process.exit(2);
}

const database = await openBenchDatabase(values.database);
// Stopped half-way, it leaves no server behind.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void database.close().finally(() => process.exit(1)));
try {
  const sections: Section[] = [];
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
    sections.push(section);
    // What was measured stays when a later one is interrupted; the page says what is missing.
    if (values.write)
      await writeFile(REPORT, markdownReport(sections, names.slice(sections.length), today()));
  }
} finally {
  await database.close();
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
