import { existsSync } from "node:fs";
import { binary, inCheckout } from "./checkout.mjs";
import { fingerprint, forget, isCurrent, remember } from "./fingerprint.mjs";
import { runNode } from "./run-command.mjs";
import { step } from "./step.mjs";

const SOURCES = ["apps/web", "packages", "package-lock.json", "tsconfig.base.json"];
const isShipped = (file) => !/\.test\.tsx?$|next-env\.d\.ts$|\.tsbuildinfo$|\.md$/.test(file);

/** Builds the web application unless the last build has the same sources. Aborting `signal` ends the build. */
export async function ensureBuilt(signal) {
  const print = fingerprint(SOURCES, isShipped);
  if (existsSync(inCheckout("apps/web/.next/BUILD_ID")) && isCurrent("web-build", print)) return;
  forget("web-build");
  await step("Building the web application", () =>
    runNode([binary("next/dist/bin/next"), "build"], {
      cwd: inCheckout("apps/web"),
      env: { ...process.env, NODE_ENV: "production" },
      signal,
    }),
  );
  remember("web-build", print);
}
