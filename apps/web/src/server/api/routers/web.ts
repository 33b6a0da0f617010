import { saveWebChoice, SEARCH_SERVICES } from "@goaltrace/host";
import { z } from "zod";
import { roleIncludes } from "../../auth/roles.ts";
import { recordAudit } from "../../record-audit.ts";
import { router, workspaceProcedure } from "../trpc.ts";

const ADDRESS = z.string().trim().min(1).max(500);
const SEARCH = z.object({
  provider: z.string().min(1).max(40),
  url: ADDRESS.nullable(),
  secret: z.string().min(1).max(100).nullable(),
});

/** The settings of a workspace for the web: robots.txt, and the service that answers its searches. */
export const webRouter = router({
  /** The choice, the services to choose from, and the one that is used without a choice. Names of secrets are shown to admins only. */
  get: workspaceProcedure("viewer").query(async ({ ctx }) => {
    const { stores, searchService } = ctx.runtime;
    const mayChange = roleIncludes(ctx.membership.role, "admin");
    const [choice, secrets] = await Promise.all([
      stores.webChoices.get(ctx.scope.workspaceId),
      mayChange ? stores.secrets.list(ctx.scope) : [],
    ]);
    const search =
      choice.search === null ? null : { ...choice.search, secret: mayChange ? choice.search.secret : null };
    return {
      ...{ honorsRobots: choice.honorsRobots, search, mayChange },
      /** The service of the operator; null for none. */
      serverService: searchService,
      services: [...SEARCH_SERVICES],
      secrets: secrets.filter(({ tools }) => tools.includes("search")).map(({ name }) => name),
    };
  }),

  /** Errors: INVALID_INPUT for a service without an address or a key, or with a key that may not be sent to it. */
  save: workspaceProcedure("admin")
    .input(z.object({ honorsRobots: z.boolean(), search: SEARCH.nullable() }))
    .mutation(async ({ ctx, input: { honorsRobots, search } }) => {
      await saveWebChoice(ctx.runtime.stores, ctx.scope, { honorsRobots, search });
      await recordAudit(ctx, {
        action: "web.changed",
        target: search === null ? "search: server" : `search: ${search.provider}`,
        detail: {
          robots: honorsRobots ? "honored" : "ignored",
          ...(search?.url == null ? {} : { address: search.url }),
          ...(search?.secret == null ? {} : { secret: search.secret }),
        },
      });
      return { saved: true };
    }),
});
