// node scripts/run.mjs <file.ts> [arguments]: runs a TypeScript file as if started directly: same folder, same standard streams, same
// signals, same exit code.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { bundlePrograms, programOf } from "./lib/bundle-programs.mjs";
import { inCheckout, loadEnvironment } from "./lib/checkout.mjs";
import { toExitCode } from "./lib/run-command.mjs";

const [file, ...rest] = process.argv.slice(2);
if (!file) {
  console.error("Usage: node scripts/run.mjs <file.ts> [arguments]");
  process.exit(2);
}
loadEnvironment();
const program = programOf(file);
const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const command =
  program === undefined
    ? ["--import", loader, inCheckout(file)]
    : [path.join(await bundlePrograms(), `${program}.cjs`)];
const child = spawn(process.execPath, [...command, ...rest], {
  stdio: "inherit",
  // npm runs scripts in the checkout; paths are relative to the person's own folder.
  cwd: process.env.INIT_CWD ?? process.cwd(),
});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
// A terminal also sends Ctrl+C to the child, and two interrupts would mean "stop immediately".
process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
child.once("exit", (code, signal) => process.exit(toExitCode(code, signal)));
