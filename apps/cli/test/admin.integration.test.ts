import { afterAll, beforeAll, expect, it } from "vitest";
import { goaltrace, type Outcome } from "./support/process.ts";
import { openOwnWorld, type World } from "./support/world.ts";

let world: World;

beforeAll(async () => {
  world = await openOwnWorld();
});
afterAll(async () => {
  await world?.close();
});

const createUser = async (email: string, ...options: readonly string[]): Promise<Outcome> =>
  await goaltrace(
    ["admin", "create-user", "--email", email, "--password", "a-long-password", ...options],
    world.variables(null),
  );

it("requires the first account of a server to be an owner and accepts other roles afterwards", async () => {
  const refused = await createUser("first@example.org", "--role", "member");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("must be an owner, not a member");
  expect(refused.stderr).toContain("--role owner");
  expect(await world.database.accounts.isEmpty()).toBe(true);
  expect((await createUser("first@example.org")).stdout).toContain("first@example.org is owner of Local.");
  expect((await createUser("second@example.org", "--role", "member")).stdout).toContain(
    "second@example.org is member of Local.",
  );
});
