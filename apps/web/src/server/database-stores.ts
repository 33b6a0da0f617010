import { GoaltraceError } from "@goaltrace/core";
import type { Ids } from "@goaltrace/core";
import type { Database, Membership as StoredMembership, ModelSetting as StoredModel } from "@goaltrace/db";
import type { Membership } from "./auth/authorise.ts";
import type {
  AccountStore,
  ConversationStore,
  MemberStore,
  ModelSetting,
  ModelSettingStore,
  Stores,
} from "./stores.ts";

/** The web's stores over PostgreSQL. */
export function databaseStores(database: Database, ids: Ids): Stores {
  const { traceList, annotations, mentions, shares, views, usage } = database;
  const { traceSearch, signals, live, jobs, folders } = database;
  // People's requests read what the person sees, and nothing else.
  const { traces, blobs } = database.visible;
  return {
    traces,
    traceSearch,
    blobs,
    signals,
    live,
    jobs,
    members: memberStore(database),
    accounts: accountStore(database, ids),
    conversations: conversationStore(database),
    traceList,
    annotations,
    mentions,
    shares,
    views,
    usage,
    folders: {
      list: async (scope) => folders.list(scope),
      add: async (scope, folder) => folders.add(scope, folder),
      remove: async (scope, id) => folders.remove(scope, id),
    },
    models: modelStore(database),
    invitations: database.invitations,
    apiKeys: database.apiKeys,
    audit: database.audit,
    callCounts: database.callCounts,
    metrics: database.metrics,
    ping: async () =>
      database.ping().then(
        () => true,
        () => false,
      ),
  };
}

function memberStore({ members }: Database): MemberStore {
  const flat = ({ workspace, role }: StoredMembership): Membership => ({ ...workspace, role });
  return {
    find: async (personId, slug) => {
      const found = await members.membership(personId, slug);
      return found === undefined ? undefined : flat(found);
    },
    mine: async (personId) => (await members.ofPerson(personId)).map(flat),
    list: members.list,
    changeRole: members.changeRole,
    leave: members.leave,
  };
}

function accountStore({ accounts, prisma }: Database, ids: Ids): AccountStore {
  return {
    none: async () => accounts.isEmpty(),
    createFirstOwner: async ({ name, email, passwordHash, workspaceName }) => {
      const workspace = { id: ids.next(), slug: slugOf(workspaceName), name: workspaceName };
      try {
        await accounts.createOwner(
          { personId: ids.next(), accountId: ids.next(), name, email, passwordHash },
          workspace,
        );
      } catch (thrown) {
        if (thrown instanceof GoaltraceError && thrown.code === "CONFLICT") return undefined;
        throw thrown;
      }
      return { slug: workspace.slug };
    },
    rename: async (personId, name) => {
      await prisma.user.update({ where: { id: personId }, data: { name } });
    },
  };
}

/** `Storefront team` → `storefront-team`; names without a Latin letter become `workspace`. */
function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
  return slug === "" ? "workspace" : slug;
}

function conversationStore({ conversations }: Database): ConversationStore {
  return {
    create: async (scope, conversation) => {
      const now = Date.now();
      await conversations.create(scope, {
        ...conversation,
        personId: scope.personId,
        pinned: false,
        shared: false,
        createdAt: now,
        updatedAt: now,
      });
    },
    get: async (scope, id) => conversations.get(scope, id),
    list: async (scope, page) => conversations.list(scope, page),
    update: async (scope, id, change) => wasThere(conversations.update(scope, id, change)),
    touch: async (scope, id, change) =>
      wasThere(conversations.update(scope, id, { ...change, updatedAt: Date.now() })),
    share: async (scope, id, shared) => wasThere(conversations.share(scope, id, shared)),
    delete: async (scope, id) => wasThere(conversations.remove(scope, id)),
    restore: async (scope, id) => wasThere(conversations.restore(scope, id)),
  };
}

async function wasThere(change: Promise<void>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (thrown) {
    if (thrown instanceof GoaltraceError && thrown.code === "NOT_FOUND") return false;
    throw thrown;
  }
}

function modelStore({ models }: Database): ModelSettingStore {
  return {
    list: async (workspaceId) => (await models.list({ workspaceId })).map(settingOf),
    save: async (workspaceId, { price, ...setting }) =>
      models.save(
        { workspaceId },
        {
          ...setting,
          inputPrice: price?.input ?? null,
          cachedInputPrice: price?.cachedInput ?? null,
          outputPrice: price?.output ?? null,
        },
      ),
    remove: async (workspaceId, id) => models.remove({ workspaceId }, id),
    defaultReference: async (workspaceId) => models.defaultReference({ workspaceId }),
    setDefaultReference: async (workspaceId, reference) => models.setDefault({ workspaceId }, reference),
  };
}

function settingOf({ inputPrice, cachedInputPrice, outputPrice, ...setting }: StoredModel): ModelSetting {
  const priced = inputPrice !== null && outputPrice !== null;
  return {
    ...setting,
    price: priced
      ? { input: inputPrice, cachedInput: cachedInputPrice ?? inputPrice, output: outputPrice }
      : null,
  };
}
