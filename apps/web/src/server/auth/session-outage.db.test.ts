import { expect, it } from "vitest";
import { type AccessWorld, createAccessWorld } from "../testing/access-world.ts";
import { createAuth } from "./create-auth.ts";

type Prisma = AccessWorld["database"]["prisma"];

/** The database of `world`, which fails the next `failures` reads of a session. */
function failingSessions({ database: { prisma } }: AccessWorld, failures: number): Prisma {
  let left = failures;
  const session = new Proxy(prisma.session, {
    get: (target, property) =>
      property === "findFirst" && left-- > 0
        ? async () => await Promise.reject(new Error("Connection terminated due to connection timeout"))
        : (Reflect.get(target, property) as unknown),
  });
  return new Proxy(prisma, {
    get: (target, property) =>
      property === "session" ? session : (Reflect.get(target, property) as unknown),
  });
}

it("reads a session again after a failure, if the database answers by then", async () => {
  const world = await createAccessWorld(process.env["DATABASE_URL"] ?? "");
  try {
    const headers = await world.signIn(world.person("owner"));
    const away = new Error("The database cannot be reached.");
    const open = (failures: number, ping: () => Promise<void>) =>
      createAuth({
        ...{ prisma: failingSessions(world, failures), attempts: world.database.signInAttempts, ping },
        ...{ secret: world.runtime.vault.derive("sessions"), publicUrl: null, sessionDays: 7 },
      });
    const back = async (): Promise<void> => await Promise.resolve();
    expect(await open(1, back).findSession(headers)).toMatchObject({
      person: { email: world.person("owner").email },
    });
    await expect(open(1, async () => await Promise.reject(away)).findSession(headers)).rejects.toBe(away);
    await expect(open(2, back).findSession(headers)).rejects.toThrow("session");
  } finally {
    await world.close();
  }
});
