import { ONE_PAGE } from "../../lib/prefetch.ts";
import type { Prefetch } from "../../lib/prefetch.ts";

/**
 * Prefetches the queries of the chat page: the conversation list, the models, folders, agents and permissions, and the conversation unless it is
 * new.
 */
export function prefetchChat(workspace: string, conversationId: string | null): Prefetch {
  return ({ api, queries }) => {
    const folders = api.folders.list.queryOptions({ workspace });
    const conversation =
      conversationId === null ? null : api.conversations.get.queryOptions({ workspace, id: conversationId });
    /** The agents of the folder in which the next turn works, as `useRunChoices` finds it. */
    const prefetchAgents = async (): Promise<void> => {
      const [rows, open] = await Promise.all([
        queries.fetchQuery(folders).catch(() => []),
        conversation === null ? null : queries.fetchQuery(conversation).catch(() => null),
      ]);
      const wanted = conversation === null ? rows[0]?.id : open?.folderId;
      const folderId = rows.find(({ id }) => id === wanted)?.id ?? null;
      await queries.prefetchQuery(api.agents.list.queryOptions({ workspace, folderId }));
    };
    return [
      queries.prefetchInfiniteQuery(api.conversations.list.infiniteQueryOptions({ workspace }, ONE_PAGE)),
      queries.prefetchQuery(api.models.list.queryOptions({ workspace })),
      prefetchAgents(),
      queries.prefetchQuery(api.permissions.mode.queryOptions({ workspace })),
      ...(conversationId === null
        ? []
        : [
            queries.prefetchQuery(api.permissions.ofConversation.queryOptions({ workspace, conversationId })),
          ]),
    ];
  };
}
