import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PEER_HEADER } from "../http/peer-address.ts";
import { composeRuntime } from "../runtime.ts";
import { createAccessWorld, ORIGIN, PASSWORD } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";
import type { Person } from "./authorize.ts";

const WRONG = "wrong-wrong-wrong";
const DAY_MS = 86_400_000;

let world: AccessWorld;
beforeAll(async () => {
  world = await createAccessWorld(process.env["DATABASE_URL"] ?? "");
});
afterAll(async () => world?.close());

const post = async (path: string, body: unknown, from: string, cookie = ""): Promise<Response> =>
  world.runtime.auth.handler(
    new Request(`${ORIGIN}/api/auth/${path}`, {
      method: "POST",
      headers: {
        ...{ "content-type": "application/json", host: "localhost:3000", origin: ORIGIN, cookie },
        [PEER_HEADER]: from,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
const signIn = async (email: string, password: string, from: string): Promise<number> =>
  (await post("sign-in/email", { email, password }, from)).status;
/** Ends the window of the limit per address, which is shorter than that per account and address. */
const nextMinute = async (): Promise<void> =>
  void (await world.database.pool.query(
    "update sign_in_attempt set window_start = window_start - interval '61 seconds'",
  ));

describe("attempts at a password", () => {
  it("never lock a person out at an address from which no one guessed", async () => {
    const person = await world.newPerson("member");
    for (let address = 0; address < 3; address += 1) {
      for (let attempt = 0; attempt < 8; attempt += 1)
        expect(await signIn(person.email, WRONG, `198.51.100.${address}`)).toBe(401);
      expect(await signIn(person.email, PASSWORD, `198.51.100.${address}`)).toBe(429);
    }
    expect(await signIn(person.email.toUpperCase(), PASSWORD, "203.0.113.1")).toBe(200);
  });

  it("are limited per person and address, regardless of other accounts, until one is correct", async () => {
    const person = await world.newPerson("member");
    const from = "2001:db8:0:7::1";
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 24; attempt += 1) {
      if (attempt % 8 === 0) await nextMinute();
      // Addresses of the same network count as one.
      statuses.push(await signIn(person.email, WRONG, `2001:db8:0:7::${attempt.toString(16)}`));
    }
    expect(statuses).toEqual([...Array<number>(20).fill(401), ...Array<number>(4).fill(429)]);
    await nextMinute();
    expect(await signIn(person.email, PASSWORD, from)).toBe(429);
    expect(await signIn((await world.newPerson("member")).email, PASSWORD, from)).toBe(200);
    expect(await signIn(person.email, PASSWORD, "2001:db8:0:8::1")).toBe(200);
  });

  it("count only when they reached the password", async () => {
    const person = await world.newPerson("member");
    const from = "198.51.100.77";
    for (let attempt = 0; attempt < 15; attempt += 1) {
      expect((await post("sign-in/email", { email: person.email }, from)).status).toBe(400);
      await expect(post("sign-in/email", "{", from)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    }
    for (let attempt = 0; attempt < 12; attempt += 1)
      expect(await signIn(person.email, PASSWORD, from)).toBe(200);
  });

  it("are possible in a session only by changing the password, which is limited", async () => {
    const person = await world.newPerson("member");
    const headers = await world.signIn(person);
    const cookie = headers.get("cookie") ?? "";
    for (const path of [
      "verify-password",
      "change-password",
      "update-user",
      "revoke-sessions",
      "sign-up/email",
    ])
      expect((await post(path, { password: PASSWORD }, "198.51.100.78", cookie)).status, path).toBe(404);
    headers.set(PEER_HEADER, "198.51.100.79");
    const change = async (current: string): Promise<unknown> =>
      world
        .caller(null, { person, headers })
        .account.changePassword({ current, next: "another-long-password" });
    for (let attempt = 0; attempt < 8; attempt += 1)
      await expect(change(WRONG)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(change(PASSWORD)).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    expect(await signIn(person.email, PASSWORD, "198.51.100.80")).toBe(200);
    await nextMinute();
    expect(await change(PASSWORD)).toEqual({ changed: true });
    expect(await signIn(person.email, PASSWORD, "198.51.100.80")).toBe(401);
  });
});

describe("sessions", () => {
  const sessionsOf = async (
    person: Person,
  ): Promise<readonly { readonly id: string; readonly age: number }[]> => {
    const rows = await world.database.prisma.session.findMany({ where: { userId: person.id } });
    return rows.map(({ id, expiresAt, createdAt }) => ({
      id,
      age: (expiresAt.getTime() - createdAt.getTime()) / DAY_MS,
    }));
  };

  it("end when the password changes, except the one that changed it", async () => {
    const person = await world.newPerson("member");
    const [own, other] = [await world.signIn(person), await world.signIn(person)];
    await world
      .caller(null, { person, headers: own })
      .account.changePassword({ current: PASSWORD, next: "another-long-password" });
    expect((await world.runtime.auth.findSession(own))?.person).toMatchObject({ id: person.id });
    expect(await world.runtime.auth.findSession(other)).toBeNull();
  });

  it("end at their maximum age, however often they are used", async () => {
    const person = await world.newPerson("member");
    await world.database.prisma.session.deleteMany({ where: { userId: person.id } });
    const headers = await world.signIn(person);
    const make = async (createdDaysAgo: number): Promise<void> => {
      const createdAt = new Date(Date.now() - createdDaysAgo * DAY_MS);
      const expiresAt = new Date(Date.now() + DAY_MS);
      await world.database.prisma.session.updateMany({
        where: { userId: person.id },
        data: { createdAt, expiresAt, updatedAt: new Date(Date.now() - 6 * DAY_MS) },
      });
    };
    await make(10);
    expect(await world.runtime.auth.findSession(headers)).not.toBeNull();
    expect((await sessionsOf(person))[0]?.age).toBeCloseTo(17, 1);
    await make(28);
    expect(await world.runtime.auth.findSession(headers)).not.toBeNull();
    expect((await sessionsOf(person))[0]?.age).toBeCloseTo(30, 1);
    await make(31);
    expect(await world.runtime.auth.findSession(headers)).toBeNull();
  });

  it("are written at most once a day, even in the week before their maximum age", async () => {
    const person = await world.newPerson("member");
    await world.database.prisma.session.deleteMany({ where: { userId: person.id } });
    const headers = await world.signIn(person);
    const read = async (): Promise<number | undefined> =>
      (await world.database.prisma.session.findFirst({ where: { userId: person.id } }))?.updatedAt.getTime();
    const createdAt = new Date(Date.now() - 28 * DAY_MS);
    const updatedAt = new Date(Date.now() - 3_600_000);
    const expiresAt = new Date(createdAt.getTime() + 30 * DAY_MS);
    await world.database.prisma.session.updateMany({
      where: { userId: person.id },
      data: { createdAt, expiresAt, updatedAt },
    });
    expect(await world.runtime.auth.findSession(headers)).not.toBeNull();
    expect(await read()).toBe(updatedAt.getTime());
    await world.database.prisma.session.updateMany({
      where: { userId: person.id },
      data: { expiresAt: new Date(Date.now() + DAY_MS), updatedAt },
    });
    await world.runtime.auth.findSession(headers);
    const extendedAt = await read();
    expect(extendedAt).toBeGreaterThan(updatedAt.getTime());
    await world.runtime.auth.findSession(headers);
    expect(await read()).toBe(extendedAt);
  });

  it("last no longer than the operator allows", async () => {
    const { database, runtime } = world;
    const settings = { home: runtime.home, publicUrl: null, metricsToken: null, sessionDays: 1 };
    const strict = composeRuntime({ ...runtime, database } as never, settings);
    const person = await world.newPerson("member");
    await database.prisma.session.deleteMany({ where: { userId: person.id } });
    const request = new Request(`${ORIGIN}/api/auth/sign-in/email`, {
      method: "POST",
      headers: {
        ...{ "content-type": "application/json", host: "localhost:3000", origin: ORIGIN },
        [PEER_HEADER]: "198.51.100.90",
      },
      body: JSON.stringify({ email: person.email, password: PASSWORD }),
    });
    expect((await strict.auth.handler(request)).status).toBe(200);
    expect((await sessionsOf(person))[0]?.age).toBeCloseTo(1, 2);
  });
});
