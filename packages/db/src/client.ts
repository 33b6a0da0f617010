import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { PrismaClient } from "./generated/client.ts";

export type { PrismaClient } from "./generated/client.ts";

/** Returns a Prisma client over the shared pool, so that a process has one set of connections. */
export function createPrisma(pool: pg.Pool): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(pool) });
}
