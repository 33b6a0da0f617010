/** A child process with the attackers of `hostile-team.integration.test.ts` and their model, so that their work does not delay the clock of the test. */
import { type AttackPlan, attack } from "./hostile-attack.ts";
import type { FromAttackers, ToAttackers } from "./hostile-attackers.ts";
import { startHostileModel } from "./hostile-model.ts";

const end = new AbortController();

function tell(message: FromAttackers): void {
  process.send?.(message);
}

async function attackAndTell(plan: AttackPlan): Promise<void> {
  tell({ kind: "ended", result: await attack(plan, end.signal) });
}

process.on("message", (message: ToAttackers) => {
  if (message.kind === "attack") void attackAndTell(message.plan);
  else end.abort();
});
process.once("disconnect", () => process.exit());
tell({ kind: "ready", modelUrl: (await startHostileModel()).baseUrl });
