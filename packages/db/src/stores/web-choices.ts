import { parseJson } from "@goaltrace/core/parse-json";
import type pg from "pg";
import { z } from "zod";
import type { PrismaClient } from "../client.ts";
import { createSettingReader } from "./read-setting.ts";

/** The service that answers the searches of a workspace. */
export type SearchChoice = {
  readonly provider: string;
  /** The address of the service; null for its public one. */
  readonly url: string | null;
  /** The name of the secret that is its key; null for none. */
  readonly secret: string | null;
};

/** The settings of a workspace for the web, which its runs follow. */
export type WebChoice = {
  /** Whether pages are fetched only where robots.txt permits it. */
  readonly honorsRobots: boolean;
  /** Null for what the operator configured. */
  readonly search: SearchChoice | null;
};

/** The settings of workspaces for the web. Without any, robots.txt is honored and searches go where the operator configured. */
export interface WebChoiceStore {
  get(workspaceId: string): Promise<WebChoice>;
  save(workspaceId: string, choice: WebChoice): Promise<void>;
}

const KEY = "web";
const DEFAULT: WebChoice = { honorsRobots: true, search: null };
const STORED = z.object({
  honorsRobots: z.boolean(),
  search: z
    .object({ provider: z.string(), url: z.string().nullable(), secret: z.string().nullable() })
    .nullable(),
});

/** The choices in PostgreSQL. Every run reads its own, so concurrent reads share a statement. */
export function createWebChoiceStore(prisma: PrismaClient, pool: pg.Pool): WebChoiceStore {
  const readSetting = createSettingReader(pool);
  return {
    async get(workspaceId) {
      const saved = await readSetting({ workspaceId, key: KEY });
      return saved === null ? DEFAULT : STORED.parse(parseJson(saved));
    },
    async save(workspaceId, choice) {
      const value = JSON.stringify(choice);
      await prisma.setting.upsert({
        where: { workspaceId_key: { workspaceId, key: KEY } },
        create: { workspaceId, key: KEY, value },
        update: { value },
      });
    },
  };
}
