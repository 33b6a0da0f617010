import { existsSync } from "node:fs";
import { inCheckout } from "./checkout.mjs";
import { fingerprint, isCurrent, remember } from "./fingerprint.mjs";
import { runNode } from "./run-command.mjs";
import { step, runTogether } from "./step.mjs";

/** The generated folders: sources, output folder and command of each. */
const GENERATED = [
  {
    name: "prisma-client",
    title: "Generating the database client",
    sources: [
      "prisma/schema.prisma",
      "prisma/models",
      "prisma.config.ts",
      "scripts/prisma.mjs",
      "package-lock.json",
    ],
    needs: "scripts/prisma.mjs",
    output: "packages/db/src/generated",
    command: ["scripts/prisma.mjs", "generate"],
  },
  {
    name: "prompts",
    title: "Compiling the prompts",
    sources: ["packages/core/prompts", "packages/core/scripts", "packages/core/src/prompts"],
    needs: "packages/core/scripts/compile-prompts.mjs",
    output: "packages/core/src/prompts/generated",
    command: ["--import", "tsx", "packages/core/scripts/compile-prompts.mjs"],
  },
  {
    name: "messages",
    title: "Generating the interface messages",
    sources: ["apps/web/messages", "apps/web/scripts"],
    needs: "apps/web/scripts/generate-messages.mjs",
    output: "apps/web/src/lib/generated",
    command: ["apps/web/scripts/generate-messages.mjs"],
  },
];

const outsideGenerated = (file) => !file.includes("/generated/");

async function ensureCurrent({ name, title, sources, needs, output, command }, signal) {
  if (!existsSync(inCheckout(needs))) return;
  const print = fingerprint(sources, outsideGenerated);
  if (existsSync(inCheckout(output)) && isCurrent(name, print)) return;
  await step(title, () => runNode(command, { capture: true, signal }));
  remember(name, print);
}

/** Updates every outdated generated folder, concurrently. Aborting `signal` ends the running generators. */
export async function ensureGenerated(signal) {
  await runTogether(
    GENERATED.map((generated) => (abortSignal) => ensureCurrent(generated, abortSignal)),
    signal,
  );
}
