import { hydrate, QueryClient } from "@tanstack/react-query";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { prefetchChat } from "../../features/chat/prefetch.ts";
import { prefetchInbox, prefetchInboxLink } from "../../features/inbox/prefetch.ts";
import { readAgentsAddress } from "../../features/agents/agents-address.ts";
import { prefetchAgents } from "../../features/agents/prefetch.ts";
import { readMemoryAddress } from "../../features/memory/memory-address.ts";
import { prefetchMemory } from "../../features/memory/prefetch.ts";
import { prefetchTools } from "../../features/tools/prefetch.ts";
import { prefetchSkills } from "../../features/skills/prefetch.ts";
import { readSkillAddress } from "../../features/skills/skill-address.ts";
import { prefetchMentionsLink, prefetchMentions } from "../../features/mentions/prefetch.ts";
import {
  prefetchAccount,
  prefetchAudit,
  prefetchKeys,
  prefetchMcp,
  prefetchSecrets,
  prefetchWeb,
  prefetchMembers,
  prefetchModels,
  prefetchPermissions,
} from "../../features/settings/prefetch.ts";
import { prefetchTraces } from "../../features/traces/prefetch.ts";
import { prefetchUsage } from "../../features/usage/prefetch.ts";
import type { Prefetch } from "../../lib/prefetch.ts";
import type { Person } from "../auth/authorize.ts";
import { createAccessWorld } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";
import { prefetchQueries } from "./prefetch-queries.ts";

const ASKED_AT = Date.parse("2026-11-20T12:00Z");
const PAGES = {
  chat: (workspace) => prefetchChat(workspace, "some-conversation"),
  traces: (workspace) =>
    prefetchTraces({ workspace, address: "status=failed&started=24h", askedAt: ASKED_AT }),
  usage: (workspace) =>
    prefetchUsage({ workspace, address: "days=7", askedAt: ASKED_AT, timeZone: "Europe/Berlin" }),
  inbox: prefetchInbox,
  inboxLink: prefetchInboxLink,
  agents: (workspace) => prefetchAgents(workspace, readAgentsAddress(new URLSearchParams())),
  tools: (workspace) => prefetchTools(workspace, null),
  skills: (workspace) => prefetchSkills(workspace, readSkillAddress(new URLSearchParams())),
  memory: (workspace) => prefetchMemory(workspace, readMemoryAddress(new URLSearchParams())),
  mentions: prefetchMentions,
  rail: prefetchMentionsLink,
  members: prefetchMembers,
  models: prefetchModels,
  keys: prefetchKeys,
  secrets: prefetchSecrets,
  web: prefetchWeb,
  mcp: prefetchMcp,
  permissions: prefetchPermissions,
  audit: prefetchAudit,
} satisfies Readonly<Record<string, (workspace: string) => Prefetch>>;

/** The prefetched queries of each page that succeed for an owner. */
const EXPECTED_QUERIES: Readonly<Record<keyof typeof PAGES, readonly string[]>> = {
  // The conversation does not exist: that query fails, the others succeed.
  chat: ["agents.list", "conversations.list", "folders.list", "models.list", "permissions.mode"],
  traces: ["traces.facets", "traces.figures", "traces.list", "views.list"],
  usage: ["budgets.agents", "budgets.get", "quotas.list", "usage.get"],
  inbox: ["requests.count", "requests.list"],
  inboxLink: ["requests.count"],
  agents: ["agents.list", "folders.list"],
  tools: ["permissions.sandbox", "tools.list"],
  skills: ["skills.list"],
  memory: ["memory.list"],
  mentions: ["mentions.list"],
  rail: ["mentions.unread"],
  members: ["invitations.list", "members.list"],
  models: ["models.list"],
  keys: ["keys.list"],
  secrets: ["secrets.list"],
  web: ["web.get"],
  mcp: ["folders.list", "mcp.list"],
  permissions: [
    ...["permissions.mode", "permissions.projectRules", "permissions.rules", "permissions.sandbox"],
    "permissions.tools",
  ],
  audit: ["audit.list"],
};
const NAMES = Object.keys(PAGES) as (keyof typeof PAGES)[];

describe("prefetchQueries", () => {
  let world: AccessWorld;
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "");
  });
  afterAll(async () => world.close());

  const succeeded = async (person: Person | null, prefetch: Prefetch): Promise<readonly string[]> => {
    const context = {
      runtime: world.runtime,
      person,
      sessionId: person === null ? null : world.sessionOf(person),
      requestId: "r",
      headers: new Headers(),
    };
    const state = await prefetchQueries(context, prefetch);
    return state.queries.map((query) => (query.queryKey[0] as string[]).join(".")).sort();
  };

  it.each(NAMES)("prefetches %s for members only", async (name) => {
    const prefetch = PAGES[name](world.slugs.ours);
    expect(await succeeded(null, prefetch)).toEqual([]);
    expect(await succeeded(world.person("other"), prefetch)).toEqual([]);
    expect(await succeeded(world.person("owner"), prefetch)).toEqual(EXPECTED_QUERIES[name]);
  });

  it("leaves out only the queries that a role may not make", async () => {
    const prefetch = prefetchMembers(world.slugs.ours);
    expect(await succeeded(world.person("viewer"), prefetch)).toEqual(["members.list"]);
    expect(await succeeded(world.person("viewer"), prefetchAudit(world.slugs.ours))).toEqual([]);
  });

  it("prefetches the account page for signed-in people only", async () => {
    expect(await succeeded(null, prefetchAccount)).toEqual([]);
    expect(await succeeded(world.person("viewer"), prefetchAccount)).toEqual(["account.get"]);
  });

  it("does not wait for a query that never settles", async () => {
    const context = {
      ...{ runtime: world.runtime, person: world.person("owner") },
      ...{ sessionId: world.sessionOf(world.person("owner")), requestId: "r", headers: new Headers() },
    };
    const state = await prefetchQueries(context, ({ api, queries }) => [
      queries.prefetchQuery({ queryKey: ["late"], queryFn: async () => new Promise<never>(() => undefined) }),
      queries.prefetchQuery(api.views.list.queryOptions({ workspace: world.slugs.ours })),
    ]);
    const browser = new QueryClient();
    hydrate(browser, state);
    expect(browser.getQueryCache().getAll()).toHaveLength(1);
  });
});
