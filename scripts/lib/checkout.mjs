import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout's folder, absolute. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");

/** A path inside the checkout, absolute. */
export const inCheckout = (...parts) => path.join(ROOT, ...parts);

/** The file that a package's command starts with, run as `node <file>`: no shell, no shim between. */
export const binary = (file) => inCheckout("node_modules", file);

/** The variables of `.env`, where there is one; what is already set wins. Quiet tools by default. */
export function loadEnvironment() {
  const file = inCheckout(".env");
  if (existsSync(file)) process.loadEnvFile(file);
  for (const name of ["NEXT_TELEMETRY_DISABLED", "DO_NOT_TRACK", "CHECKPOINT_DISABLE"]) {
    process.env[name] ??= "1";
  }
}
