import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openRuntime, readFileRules } from "@goaltrace/host";
import { expect, it } from "vitest";
import { composeRuntime } from "../runtime.ts";
import { createCaller } from "./root.ts";

it("lets no one become the owner under a foreign host name that resolves to this machine", async () => {
  const home = await mkdtemp(path.join(tmpdir(), "goaltrace-owner-"));
  const log = (): void => undefined;
  const host = await openRuntime(
    { databaseUrl: process.env["DATABASE_URL"] ?? "", home, secret: null },
    {
      ...{ logger: { info: log, warn: log, error: log }, secretVariables: {}, modelVariables: {} },
      forbiddenFolders: [home],
      files: readFileRules({}, null),
    },
  );
  const runtime = composeRuntime(host, { home, publicUrl: null, metricsToken: null, sessionDays: 30 });
  const setupFrom = (name: string): ReturnType<typeof createCaller>["setup"] =>
    createCaller({
      ...{ runtime, person: null, sessionId: null, requestId: "r" },
      headers: new Headers({ host: name, origin: `http://${name}` }),
    }).setup;
  const owner = { name: "Ada", email: "ada@example.org", password: "x".repeat(20), workspaceName: "Shop" };

  await expect(setupFrom("evil.example:3000").state()).rejects.toThrow("no owner yet");
  await expect(setupFrom("evil.example:3000").createOwner(owner)).rejects.toThrow("no owner yet");
  expect(await setupFrom("localhost:3000").state()).toMatchObject({ needsOwner: true });
  expect(await setupFrom("127.0.0.1:3000").createOwner(owner)).toEqual({ workspace: "shop" });
  // Colleagues use the name of the machine in their network.
  expect(await setupFrom("server.lan:3000").state()).toMatchObject({ needsOwner: false });

  await host.close();
  await rm(home, { recursive: true, force: true });
});
