import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { createRefetch } from "./refetch-after-outage.ts";

/** An active query whose calls are counted, and which fails while `isBroken`. */
async function watch(options: { readonly refetchOnReconnect?: boolean } = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const server = { isBroken: true, calls: 0 };
  const queryFn = async (): Promise<number> => {
    server.calls += 1;
    if (server.isBroken) throw new Error("no response");
    return await Promise.resolve(server.calls);
  };
  const observer = new QueryObserver(client, { queryKey: ["list"], queryFn, ...options });
  const stop = observer.subscribe(() => undefined);
  const settled = async (): Promise<string> => {
    while (client.isFetching() > 0) await new Promise(setImmediate);
    return observer.getCurrentResult().status;
  };
  expect(await settled()).toBe("error");
  return { server, refetch: createRefetch(client), settled, stop };
}

it("refetches a failed query once while the server responds, and once more after it had succeeded", async () => {
  const { server, refetch, settled, stop } = await watch();
  for (let time = 0; time < 3; time += 1) {
    refetch({ isConfirmed: false });
    expect(await settled()).toBe("error");
  }
  expect(server.calls).toBe(2);
  server.isBroken = false;
  refetch({ isConfirmed: true });
  expect(await settled()).toBe("success");
  server.isBroken = true;
  refetch({ isConfirmed: false });
  expect(await settled()).toBe("error");
  refetch({ isConfirmed: false });
  expect(await settled()).toBe("error");
  refetch({ isConfirmed: false });
  expect([await settled(), server.calls]).toEqual(["error", 5]);
  stop();
});

it("refetches every query after each outage that was confirmed, except those that streams keep current", async () => {
  const plain = await watch();
  plain.server.isBroken = false;
  for (let time = 0; time < 3; time += 1) {
    plain.refetch({ isConfirmed: true });
    expect(await plain.settled()).toBe("success");
  }
  expect(plain.server.calls).toBe(4);
  const streamed = await watch({ refetchOnReconnect: false });
  streamed.server.isBroken = false;
  streamed.refetch({ isConfirmed: true });
  expect(await streamed.settled()).toBe("success");
  streamed.refetch({ isConfirmed: true });
  expect([await streamed.settled(), streamed.server.calls]).toEqual(["success", 2]);
  plain.stop();
  streamed.stop();
});
