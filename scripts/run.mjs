// node scripts/run.mjs <file.ts> [arguments]: runs a TypeScript file as if started directly: same folder, same standard streams, same
// signals, same exit code.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { inCheckout, loadEnvironment } from "./lib/checkout.mjs";
import { toExitCode } from "./lib/run-command.mjs";

const [file, ...rest] = process.argv.slice(2);
if (!file) {
  console.error("Usage: node scripts/run.mjs <file.ts> [arguments]");
  process.exit(2);
}
loadEnvironment();
const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const child = spawn(process.execPath, ["--import", loader, inCheckout(file), ...rest], {
  stdio: "inherit",
  // npm runs scripts in the checkout; paths are relative to the person's own folder.
  cwd: process.env.INIT_CWD ?? process.cwd(),
});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
// A terminal also sends Ctrl+C to the child, and two interrupts would mean "stop immediately".
process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
child.once("exit", (code, signal) => process.exit(toExitCode(code, signal)));
