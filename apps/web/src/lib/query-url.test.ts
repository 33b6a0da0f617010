import { createTRPCClient, httpLink } from "@trpc/client";
import superjson from "superjson";
import { expect, it } from "vitest";
import type { AppRouter } from "../server/api/root.ts";
import { API_ENDPOINT, queryUrl } from "./query-url.ts";

it("returns the URL that the page's query requests", async () => {
  const urls: string[] = [];
  const client = createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: API_ENDPOINT,
        transformer: superjson,
        fetch: (address) => {
          urls.push(address instanceof Request ? address.url : address.toString());
          return Promise.reject(new Error("no response"));
        },
      }),
    ],
  });
  const input = { workspace: "café & co", id: "0195-run" };
  await expect(client.traces.skeleton.query(input)).rejects.toThrow("no response");
  expect(urls).toEqual([queryUrl("traces.skeleton", input)]);
});
