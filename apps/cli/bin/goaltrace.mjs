#!/usr/bin/env node
// Runs the command line with the caller's arguments and working directory.
import { spawn } from "node:child_process";
import path from "node:path";
import { bundlePrograms } from "../../../scripts/lib/bundle-programs.mjs";

const child = spawn(
  process.execPath,
  [path.join(await bundlePrograms(), "goaltrace.cjs"), ...process.argv.slice(2)],
  {
    stdio: "inherit",
  },
);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(signal === null ? (code ?? 1) : 130));
