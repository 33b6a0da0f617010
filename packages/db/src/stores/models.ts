import type { ModelProfile } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import type { PrismaClient } from "../client.ts";
import type { Prisma } from "../generated/client.ts";
import { createBatch } from "../batch.ts";
import { CALLERS_MAX_BATCH } from "../tunables.ts";
import { notFound } from "./not-found.ts";

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

/** Model settings of workspaces in PostgreSQL, oldest first. */
export function createModelSettingStore(prisma: PrismaClient): ModelSettingStore {
  // Every start of a run reads both.
  const list = createBatch<string, readonly ModelSetting[]>({
    most: CALLERS_MAX_BATCH,
    run: async (workspaceIds) => {
      const rows = await prisma.modelSetting.findMany({
        where: { workspaceId: { in: [...new Set(workspaceIds)] } },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      });
      return workspaceIds.map((id) => rows.filter((row) => row.workspaceId === id).map(toSetting));
    },
  });
  const defaultReference = createBatch<string, string | null>({
    most: CALLERS_MAX_BATCH,
    run: async (workspaceIds) => {
      const rows = await prisma.setting.findMany({
        where: { workspaceId: { in: [...new Set(workspaceIds)] }, key: DEFAULT_MODEL },
      });
      return workspaceIds.map((id) => rows.find((row) => row.workspaceId === id)?.value ?? null);
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
    defaultReference: async ({ workspaceId }) => await defaultReference(workspaceId),
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
