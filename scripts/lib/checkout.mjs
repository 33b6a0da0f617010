import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The absolute path of the checkout. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");

/** Returns the absolute path of a file in the checkout. */
export const inCheckout = (...parts) => path.join(ROOT, ...parts);

/** Returns the script of a package's command, to run as `node <file>` without a shell or shim. */
export const binary = (file) => inCheckout("node_modules", file);

/** Loads `.env` if it exists; variables that are already set take precedence. Turns off telemetry of tools by default. */
export function loadEnvironment() {
  const file = inCheckout(".env");
  if (existsSync(file)) process.loadEnvFile(file);
  for (const name of ["NEXT_TELEMETRY_DISABLED", "DO_NOT_TRACK", "CHECKPOINT_DISABLE"]) {
    process.env[name] ??= "1";
  }
}
