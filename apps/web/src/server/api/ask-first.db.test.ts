import { hydrate, QueryClient } from "@tanstack/react-query";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chatQuestions } from "../../features/chat/first-questions.ts";
import { mentionsLinkQuestions, mentionsQuestions } from "../../features/mentions/first-questions.ts";
import {
  accountQuestions,
  auditQuestions,
  keysQuestions,
  membersQuestions,
  modelsQuestions,
} from "../../features/settings/first-questions.ts";
import { tracesQuestions } from "../../features/traces/first-questions.ts";
import { usageQuestions } from "../../features/usage/first-questions.ts";
import type { FirstQuestions } from "../../lib/first-questions.ts";
import type { Person } from "../auth/authorise.ts";
import { createAccessWorld } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";
import { askFirst } from "./ask-first.ts";

const ASKED_AT = Date.parse("2026-11-20T12:00Z");
const PAGES = {
  chat: (workspace) => chatQuestions(workspace, "some-conversation"),
  traces: (workspace) =>
    tracesQuestions({ workspace, address: "status=failed&started=24h", askedAt: ASKED_AT }),
  usage: (workspace) =>
    usageQuestions({ workspace, address: "days=7", askedAt: ASKED_AT, timeZone: "Europe/Berlin" }),
  inbox: mentionsQuestions,
  rail: mentionsLinkQuestions,
  members: membersQuestions,
  models: modelsQuestions,
  keys: keysQuestions,
  audit: auditQuestions,
} satisfies Readonly<Record<string, (workspace: string) => FirstQuestions>>;

/** What each page's first questions are, and the least role that is answered. */
const ANSWERED: Readonly<Record<keyof typeof PAGES, readonly string[]>> = {
  // The conversation does not exist: that question fails, the others are answered.
  chat: ["conversations.list", "folders.list", "models.list"],
  traces: ["traces.facets", "traces.figures", "traces.list", "views.list"],
  usage: ["usage.get"],
  inbox: ["mentions.list"],
  rail: ["mentions.unread"],
  members: ["invitations.list", "members.list"],
  models: ["models.list"],
  keys: ["keys.list"],
  audit: ["audit.list"],
};
const NAMES = Object.keys(PAGES) as (keyof typeof PAGES)[];

describe("askFirst", () => {
  let world: AccessWorld;
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "");
  });
  afterAll(async () => world.close());

  const answered = async (person: Person | null, questions: FirstQuestions): Promise<readonly string[]> => {
    const context = { runtime: world.runtime, person, requestId: "r", headers: new Headers() };
    const state = await askFirst(context, questions);
    return state.queries.map((query) => (query.queryKey[0] as string[]).join(".")).sort();
  };

  it.each(NAMES)("W15 · the first questions of %s are answered to nobody but a member", async (name) => {
    const questions = PAGES[name](world.slugs.ours);
    expect(await answered(null, questions)).toEqual([]);
    expect(await answered(world.person("other"), questions)).toEqual([]);
    expect(await answered(world.person("owner"), questions)).toEqual(ANSWERED[name]);
  });

  it("W15 · a role that may not see a part of a page gets the rest", async () => {
    const questions = membersQuestions(world.slugs.ours);
    expect(await answered(world.person("viewer"), questions)).toEqual(["members.list"]);
    expect(await answered(world.person("viewer"), auditQuestions(world.slugs.ours))).toEqual([]);
  });

  it("W15 · an account's page is its person's own", async () => {
    expect(await answered(null, accountQuestions)).toEqual([]);
    expect(await answered(world.person("viewer"), accountQuestions)).toEqual(["account.get"]);
  });

  it("W11 · a question that never ends does not hold the page up", async () => {
    const context = {
      ...{ runtime: world.runtime, person: world.person("owner") },
      ...{ requestId: "r", headers: new Headers() },
    };
    const state = await askFirst(context, ({ api, queries }) => [
      queries.prefetchQuery({ queryKey: ["late"], queryFn: async () => new Promise<never>(() => undefined) }),
      queries.prefetchQuery(api.views.list.queryOptions({ workspace: world.slugs.ours })),
    ]);
    const browser = new QueryClient();
    hydrate(browser, state);
    expect(browser.getQueryCache().getAll()).toHaveLength(1);
  });
});
