// npm run fix: fixes lint and format problems automatically where possible.
import { binary, inCheckout, loadEnvironment } from "./lib/checkout.mjs";
import { runCommand } from "./lib/run-command.mjs";
import { main } from "./lib/step.mjs";

await main(async () => {
  loadEnvironment();
  const only = process.argv.slice(2);
  const paths = only.length > 0 ? only : ["."];
  const node = (file, ...parameters) =>
    runCommand(process.execPath, [binary(file), ...parameters], { cwd: inCheckout() });
  const lint = await runCommand(process.execPath, [inCheckout("scripts/lint.mjs"), "--fix", ...paths], {
    cwd: inCheckout(),
  });
  const typed = await node("oxlint/bin/oxlint", "--quiet", "--fix", ...paths);
  const format = await node("oxfmt/bin/oxfmt", ...paths);
  if (lint.code !== 0 || typed.code !== 0 || format.code !== 0)
    throw new Error("Some problems need a manual fix: see above.");
});
