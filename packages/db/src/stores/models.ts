import type { ModelProfile, Scope } from "@goaltrace/core";
import type { PrismaClient } from "../client.ts";
import type { Prisma } from "../generated/client.ts";
import { missing } from "./missing.ts";

type ModelRow = Readonly<Prisma.ModelSettingModel>;
type PriceColumns = Pick<ModelRow, "inputPrice" | "cachedInputPrice" | "outputPrice">;

/**
 * A model that a workspace may use: every column of its row, with the prices joined. `encryptedKey` is encrypted and decrypted by the
 * caller; thresholds are tokens, null for shares of the window.
 */
export type ModelSetting = Omit<ModelRow, "workspaceId" | "createdAt" | "updatedAt" | keyof PriceColumns> & {
  readonly price: ModelProfile["price"];
};

type WorkspaceScope = Pick<Scope, "workspaceId">;

export interface ModelSettingStore {
  list(scope: WorkspaceScope): Promise<readonly ModelSetting[]>;
  /** Inserts or replaces the setting with this id. */
  save(scope: WorkspaceScope, setting: ModelSetting): Promise<void>;
  /** Errors: NOT_FOUND. */
  remove(scope: WorkspaceScope, id: string): Promise<void>;
  /** The reference of the workspace's default model, null when none was chosen. */
  defaultReference(scope: WorkspaceScope): Promise<string | null>;
  setDefault(scope: WorkspaceScope, reference: string): Promise<void>;
}

const DEFAULT_MODEL = "default_model";

/** The models of workspaces over PostgreSQL, oldest first. */
export function createModelSettingStore(prisma: PrismaClient): ModelSettingStore {
  return {
    async list({ workspaceId }) {
      const rows = await prisma.modelSetting.findMany({
        where: { workspaceId },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      });
      return rows.map(toSetting);
    },
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
      if (count === 0) throw missing(`model ${id}`);
    },
    async defaultReference({ workspaceId }) {
      const row = await prisma.setting.findUnique({
        where: { workspaceId_key: { workspaceId, key: DEFAULT_MODEL } },
      });
      return row?.value ?? null;
    },
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
