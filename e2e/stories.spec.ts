import { test } from "@playwright/test";
import { seedStories } from "./support/seed.ts";

test("the stories that the debugger's specs look into are told in the shared workspace", async () => {
  test.setTimeout(240_000);
  await seedStories();
});
