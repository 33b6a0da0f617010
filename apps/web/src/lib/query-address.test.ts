import { createTRPCClient, httpLink } from "@trpc/client";
import superjson from "superjson";
import { expect, it } from "vitest";
import type { AppRouter } from "../server/api/root.ts";
import { API_ENDPOINT, queryAddress } from "./query-address.ts";

it("a preload names the address at which the page will ask", async () => {
  const asked: string[] = [];
  const client = createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: API_ENDPOINT,
        transformer: superjson,
        fetch: (address) => {
          asked.push(address instanceof Request ? address.url : address.toString());
          return Promise.reject(new Error("nobody answers"));
        },
      }),
    ],
  });
  const input = { workspace: "café & co", id: "0195-run" };
  await expect(client.traces.skeleton.query(input)).rejects.toThrow("nobody answers");
  expect(asked).toEqual([queryAddress("traces.skeleton", input)]);
});
