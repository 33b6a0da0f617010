import type { Scope } from "@goaltrace/core";
import type { PrismaClient } from "../client.ts";
import { missing } from "./missing.ts";

/** A model that a workspace may use. `encryptedKey` comes and goes encrypted; prices are US dollars per million tokens. */
export type ModelSetting = {
  readonly id: string;
  readonly reference: string;
  readonly label: string;
  readonly provider: string;
  readonly model: string;
  readonly baseUrl: string | null;
  readonly encryptedKey: Uint8Array<ArrayBuffer> | null;
  readonly keyHint: string | null;
  readonly contextWindow: number;
  /** Thresholds of compaction in tokens; null takes shares of the window (C1). */
  readonly clearAbove: number | null;
  readonly summariseAbove: number | null;
  readonly inputPrice: number | null;
  readonly cachedInputPrice: number | null;
  readonly outputPrice: number | null;
};

type WorkspaceScope = Pick<Scope, "workspaceId">;

export interface ModelSettingStore {
  list(scope: WorkspaceScope): Promise<readonly ModelSetting[]>;
  get(scope: WorkspaceScope, id: string): Promise<ModelSetting | undefined>;
  find(scope: WorkspaceScope, reference: string): Promise<ModelSetting | undefined>;
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
      return rows.map(settingOf);
    },
    async get({ workspaceId }, id) {
      const row = await prisma.modelSetting.findUnique({ where: { workspaceId_id: { workspaceId, id } } });
      return row === null ? undefined : settingOf(row);
    },
    async find({ workspaceId }, reference) {
      const row = await prisma.modelSetting.findUnique({
        where: { workspaceId_reference: { workspaceId, reference } },
      });
      return row === null ? undefined : settingOf(row);
    },
    async save({ workspaceId }, setting) {
      const { id, ...values } = settingOf(setting);
      await prisma.modelSetting.upsert({
        where: { workspaceId_id: { workspaceId, id } },
        create: { workspaceId, id, ...values },
        update: values,
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

/** Picks the fields of a setting, whatever else the value carries. */
function settingOf(value: ModelSetting): ModelSetting {
  return {
    id: value.id,
    reference: value.reference,
    label: value.label,
    provider: value.provider,
    model: value.model,
    baseUrl: value.baseUrl,
    encryptedKey: value.encryptedKey,
    keyHint: value.keyHint,
    contextWindow: value.contextWindow,
    clearAbove: value.clearAbove,
    summariseAbove: value.summariseAbove,
    inputPrice: value.inputPrice,
    cachedInputPrice: value.cachedInputPrice,
    outputPrice: value.outputPrice,
  };
}
