import type { ModelProfile } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import type { PrismaClient } from "../client.ts";
import type { Prisma } from "../generated/client.ts";
import { createBatch } from "../batch.ts";
import { query } from "../sql.ts";
import { CALLERS_MAX_BATCH } from "../tunables.ts";
import { notFound } from "./not-found.ts";
import { createSettingReader } from "./read-setting.ts";

type ModelRow = Readonly<Prisma.ModelSettingModel>;
type PriceColumns = Pick<ModelRow, "inputPrice" | "cachedInputPrice" | "outputPrice">;

/**
 * A model that a workspace may use: the columns of its row, with the prices combined. The caller encrypts and decrypts `encryptedKey`.
 * Thresholds are in tokens; null means a share of the window.
 */
export type ModelSetting = Omit<ModelRow, "workspaceId" | "createdAt" | "updatedAt" | keyof PriceColumns> & {
  readonly price: ModelProfile["price"];
};

type WorkspaceScope = Pick<Scope, "workspaceId">;

export interface ModelSettingStore {
  list(scope: WorkspaceScope): Promise<readonly ModelSetting[]>;
  /** Inserts the setting or replaces the one with this id. */
  save(scope: WorkspaceScope, setting: ModelSetting): Promise<void>;
  /** Errors: NOT_FOUND. */
  remove(scope: WorkspaceScope, id: string): Promise<void>;
  /** Returns the reference of the workspace's default model; null when none was chosen. */
  defaultReference(scope: WorkspaceScope): Promise<string | null>;
  setDefault(scope: WorkspaceScope, reference: string): Promise<void>;
}

const DEFAULT_MODEL = "default_model";

const LIST = {
  name: "list_models",
  text: `select workspace_id as "workspaceId", id, reference, label, provider, model, base_url as "baseUrl",
      encrypted_key as "encryptedKey", key_hint as "keyHint", context_window as "contextWindow", clear_above as "clearAbove",
      summarise_above as "summariseAbove", max_calls as "maxCalls", input_price as "inputPrice",
      cached_input_price as "cachedInputPrice", output_price as "outputPrice", created_at as "createdAt", updated_at as "updatedAt"
    from model_setting where workspace_id = any($1) order by created_at, id`,
};

/** Model settings of workspaces in PostgreSQL, oldest first. */
export function createModelSettingStore(prisma: PrismaClient, pool: pg.Pool): ModelSettingStore {
  const readSetting = createSettingReader(pool);
  // Every start of a run reads them.
  const list = createBatch<string, readonly ModelSetting[]>({
    most: CALLERS_MAX_BATCH,
    run: async (workspaceIds) => {
      const rows = await query<ModelRow>(pool, LIST, [[...new Set(workspaceIds)]]);
      return workspaceIds.map((id) => rows.filter((row) => row.workspaceId === id).map(toSetting));
    },
  });
  return {
    list: async ({ workspaceId }) => await list(workspaceId),
    async save({ workspaceId }, { id, price, ...values }) {
      const columns = { ...values, ...priceColumns(price) };
      await prisma.modelSetting.upsert({
        where: { workspaceId_id: { workspaceId, id } },
        create: { workspaceId, id, ...columns },
        update: columns,
      });
    },
    async remove({ workspaceId }, id) {
      const { count } = await prisma.modelSetting.deleteMany({ where: { workspaceId, id } });
      if (count === 0) throw notFound(`model ${id}`);
    },
    defaultReference: async ({ workspaceId }) => await readSetting({ workspaceId, key: DEFAULT_MODEL }),
    async setDefault({ workspaceId }, reference) {
      await prisma.setting.upsert({
        where: { workspaceId_key: { workspaceId, key: DEFAULT_MODEL } },
        create: { workspaceId, key: DEFAULT_MODEL, value: reference },
        update: { value: reference },
      });
    },
  };
}

function toSetting(row: ModelRow): ModelSetting {
  const { workspaceId: _workspace, createdAt: _created, updatedAt: _updated, ...columns } = row;
  const { inputPrice, cachedInputPrice, outputPrice, ...setting } = columns;
  const priced = inputPrice !== null && outputPrice !== null;
  return {
    ...setting,
    price: priced
      ? { input: inputPrice, cachedInput: cachedInputPrice ?? inputPrice, output: outputPrice }
      : null,
  };
}

function priceColumns(price: ModelSetting["price"]): PriceColumns {
  return {
    inputPrice: price?.input ?? null,
    cachedInputPrice: price?.cachedInput ?? null,
    outputPrice: price?.output ?? null,
  };
}
