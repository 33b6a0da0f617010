import { existsSync } from "node:fs";
import { runCommand } from "./run-command.mjs";
import { step } from "./step.mjs";

/** A mirror that does not answer must not keep the caller waiting. */
const OPTIONS = [
  "-o",
  "Acquire::Retries=0",
  "-o",
  "Acquire::http::Timeout=15",
  "-o",
  "Acquire::https::Timeout=15",
];

/** Returns true where this process may install packages of the system: as root, with apt-get. */
export const canInstallPackages = () =>
  process.platform === "linux" && process.getuid() === 0 && existsSync("/usr/bin/apt-get");

/** Installs packages with apt-get as a step named for `what`. Whether it worked shows in what is there afterwards. */
export async function installPackages(what, packages) {
  await step(`Installing ${what} with apt-get`, async () => {
    const options = { capture: true, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    const install = () =>
      runCommand("apt-get", [...OPTIONS, "install", "-y", "--no-install-recommends", ...packages], options);
    if ((await install()).code === 0) return;
    await runCommand("apt-get", [...OPTIONS, "update"], options);
    await install();
  });
}
