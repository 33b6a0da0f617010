import { test } from "@playwright/test";
import { seedStories } from "./support/seed.ts";

test("seeds the runs that the debugger specs read into the shared workspace", async () => {
  await seedStories();
});
