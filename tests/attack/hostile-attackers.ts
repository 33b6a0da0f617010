import { fork } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { AttackPlan, AttackResult } from "./hostile-attack.ts";

/** A message to the process of the attackers. */
export type ToAttackers = { readonly kind: "attack"; readonly plan: AttackPlan } | { readonly kind: "end" };
/** A message from it. */
export type FromAttackers =
  | { readonly kind: "ready"; readonly modelUrl: string }
  | { readonly kind: "ended"; readonly result: AttackResult };

/** The attackers and their model in a process of their own. */
export type Attackers = {
  /** The base URL of the model that attacks workers with its answers. */
  readonly modelUrl: string;
  attack(plan: AttackPlan): void;
  /** Ends the attack and returns its results. The model continues. */
  end(): Promise<AttackResult>;
  close(): Promise<void>;
};

const PROGRAM = fileURLToPath(new URL("hostile-process.ts", import.meta.url));

/** Starts the process. Errors: when it exits before its model responds. */
export async function startAttackers(): Promise<Attackers> {
  const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = fork(PROGRAM, [], { execArgv: ["--import", loader], env });
  const exited = once(child, "exit");
  const receive = async <Kind extends FromAttackers["kind"]>(
    kind: Kind,
  ): Promise<Extract<FromAttackers, { readonly kind: Kind }>> =>
    await new Promise((resolve, reject) => {
      const take = (message: FromAttackers): void => {
        if (!isKind(message, kind)) return;
        child.off("message", take);
        resolve(message);
      };
      child.on("message", take);
      void exited.then(([code]) => reject(new Error(`the attackers' process exited with ${String(code)}`)));
    });
  const tell = (message: ToAttackers): void => void child.send(message);
  const { modelUrl } = await receive("ready");
  return {
    modelUrl,
    attack: (plan) => tell({ kind: "attack", plan }),
    end: async () => {
      const ended = receive("ended");
      tell({ kind: "end" });
      return (await ended).result;
    },
    close: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

function isKind<Kind extends FromAttackers["kind"]>(
  message: FromAttackers,
  kind: Kind,
): message is Extract<FromAttackers, { readonly kind: Kind }> {
  return message.kind === kind;
}
