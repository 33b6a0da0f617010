// Runs the Prisma CLI without a download: the WebAssembly schema engine replaces the native one.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const environment = {
  ...process.env,
  PRISMA_HIDE_UPDATE_MESSAGE: "1",
  CHECKPOINT_DISABLE: "1",
  PRISMA_SCHEMA_ENGINE_BINARY:
    process.env.PRISMA_SCHEMA_ENGINE_BINARY ??
    fileURLToPath(new URL("./schema-engine-wasm.mjs", import.meta.url)),
};
const commandLine = createRequire(import.meta.url).resolve("prisma/build/index.js");
const result = spawnSync(process.execPath, [commandLine, ...process.argv.slice(2)], {
  stdio: "inherit",
  env: environment,
});
process.exit(result.status ?? 1);
