import { benchmarks } from "./benchmarks.ts";

// node run-one.ts <name> <database URL> <quick|full> [data folder] <app folder>: runs one benchmark and sends its figures to the parent.
const [name = "", databaseUrl = "", size, dataFolder = "", appFolder = ""] = process.argv.slice(2);
const load = benchmarks.get(name);
if (load === undefined) throw new Error(`there is no benchmark "${name}"`);
const benchmark = await load();
const figures = await benchmark({
  databaseUrl,
  quick: size === "quick",
  dataFolder: dataFolder === "" ? null : dataFolder,
  appFolder,
});
process.send?.(figures, () => process.disconnect?.());
