import type { Clock, Ids, Logger, Tokenizer } from "@goaltrace/core";
import { createSystemClock, createSystemIds } from "@goaltrace/core/system";
import { createTokenizer } from "@goaltrace/core/tokenizer";
import { createDatabase } from "@goaltrace/db";
import { environmentSecrets, openVault } from "@goaltrace/tools";
import type { Vault } from "@goaltrace/tools";
import { environment } from "../env.ts";
import { createAuth } from "./auth/create-auth.ts";
import type { Auth } from "./auth/create-auth.ts";
import { databaseStores } from "./database-stores.ts";
import { createRedactorOf } from "./known-secrets.ts";
import type { RedactorOf } from "./known-secrets.ts";
import { createLogger } from "./logger.ts";
import type { Stores } from "./stores.ts";

/** Everything the web's procedures and routes work with. Composed here and nowhere else. */
export type Runtime = {
  readonly stores: Stores;
  readonly vault: Vault;
  /** Stands before everything that people write and the server stores (T11). */
  readonly redactorOf: RedactorOf;
  readonly auth: Auth;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly tokenizer: Tokenizer;
  readonly logger: Logger;
  /** Environment variables that name models. */
  readonly modelVariables: Readonly<Record<string, string | undefined>>;
  /** Folders no tool may touch and nobody may register. */
  readonly home: string;
  readonly publicUrl: string | null;
  /** Lets programs elsewhere read /metrics; null keeps it to this machine. */
  readonly metricsToken: string | null;
};

declare global {
  var goaltraceRuntime: Promise<Runtime> | undefined;
}

/** The process's runtime, made on first use. A failed start is tried again by the next caller. */
export async function getRuntime(): Promise<Runtime> {
  // Next bundles routes apart from each other: one process has one runtime only through what they all share.
  const made = (globalThis.goaltraceRuntime ??= createRuntime());
  made.catch(() => {
    if (globalThis.goaltraceRuntime === made) globalThis.goaltraceRuntime = undefined;
  });
  return made;
}

async function createRuntime(): Promise<Runtime> {
  const settings = environment();
  const database = createDatabase(settings.databaseUrl);
  const vault = await openVault({ home: settings.home, secret: settings.secret });
  const clock = createSystemClock();
  const ids = createSystemIds(clock);
  const stores = databaseStores(database, ids);
  return {
    stores,
    vault,
    redactorOf: createRedactorOf({
      models: stores.models,
      vault,
      secrets: environmentSecrets(settings.secretVariables),
    }),
    auth: createAuth({
      prisma: database.prisma,
      attempts: database.signInAttempts,
      secret: vault.derive("sessions"),
      publicUrl: settings.publicUrl,
    }),
    ids,
    clock,
    tokenizer: createTokenizer(),
    logger: createLogger("web"),
    modelVariables: settings.modelVariables,
    home: settings.home,
    publicUrl: settings.publicUrl,
    metricsToken: settings.metricsToken,
  };
}
