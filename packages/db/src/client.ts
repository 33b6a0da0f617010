import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { PrismaClient } from "./generated/client.ts";
import { outageOf, unavailable } from "./outage.ts";

export type { PrismaClient } from "./generated/client.ts";

/**
 * Returns a Prisma client over the shared pool, so that a process has one set of connections. Its operations fail with DATABASE_UNAVAILABLE
 * during an outage, like every other statement.
 */
export function createPrisma(pool: pg.Pool): PrismaClient {
  const translated: unknown = new PrismaClient({ adapter: new PrismaPg(pool) }).$extends({
    query: {
      async $allOperations({ args, query }) {
        try {
          const result: unknown = await query(args);
          return result;
        } catch (error) {
          throw outageOf(error) === undefined ? error : unavailable(error);
        }
      },
    },
  });
  // eslint-disable-next-line local/no-restricted-syntax -- the extension adds no method and changes no result, but has a type of its own.
  return translated as PrismaClient;
}
