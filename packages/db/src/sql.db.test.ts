import { afterAll, expect, it } from "vitest";
import { createPool, query } from "./sql.ts";

const pool = createPool(process.env.DATABASE_URL ?? "");
afterAll(async () => await pool.end());

it("lets the server find out within half a minute that the machine of a client has vanished", async () => {
  const [settings] = await query<Record<"idle" | "interval" | "count" | "unacknowledged", string>>(
    pool,
    `select current_setting('tcp_keepalives_idle') as idle, current_setting('tcp_keepalives_interval') as interval,
       current_setting('tcp_keepalives_count') as count, current_setting('tcp_user_timeout') as unacknowledged`,
  );
  const [idle, interval, count] = [settings?.idle, settings?.interval, settings?.count].map(Number);
  expect((idle ?? 0) + (interval ?? 0) * (count ?? 0)).toBeLessThanOrEqual(30);
  expect(idle).toBeGreaterThan(0);
  expect(settings?.unacknowledged).toBe("30000");
});
