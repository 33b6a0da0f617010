import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

// Fills the oldest workspace with one run of each guided scenario, made by the real runtime with the scripted demo model.
const checkout = fileURLToPath(new URL("../..", import.meta.url));
const tasks = [
  "Analyse the files of this project",
  "Find the total of all orders, even if the first way fails",
  "Work through a long checklist",
];

for (const task of tasks) {
  console.log(`• ${task}`);
  const { status } = spawnSync(
    process.execPath,
    [
      `${checkout}/apps/cli/bin/goaltrace.mjs`,
      "run",
      task,
      "--model",
      "scripted/demo",
      "--folder",
      `${checkout}/examples/orders-service`,
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  if (status !== 0) process.exit(status ?? 1);
}
console.log(`${tasks.length} runs are in the workspace.`);
