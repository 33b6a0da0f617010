import type { Runtime } from "@goaltrace/host";
import { openDatabase, openProcessRuntime, readEnvironment } from "@goaltrace/host/process";

/** Calls `act` with the runtime of this environment, then closes the runtime. */
export async function withRuntime(act: (runtime: Runtime) => Promise<void>): Promise<void> {
  const environment = readEnvironment();
  const runtime = await openProcessRuntime(environment, {
    databaseUrl: await openDatabase(environment),
    person: { home: environment.personHome },
  });
  try {
    await act(runtime);
  } finally {
    await runtime.close();
  }
}
