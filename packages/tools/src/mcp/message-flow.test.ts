import { expect, it } from "vitest";
import { countingFetch, createMessageFlow, spareTime } from "./message-flow.ts";
import { FLOW_BYTES, FLOW_BYTES_PER_SECOND, FLOW_MESSAGES, FLOW_MESSAGES_PER_SECOND } from "./tunables.ts";

function createFlow() {
  let [time, reports] = [0, 0];
  const flow = createMessageFlow(
    () => (reports += 1),
    () => time,
  );
  const messages = (count: number): void => {
    for (let index = 0; index < count; index += 1) flow.message();
  };
  return { ...flow, messages, wait: (ms: number) => void (time += ms), reports: () => reports };
}

it("allows many messages at once, and as many as are allowed each second for ever", () => {
  const flow = createFlow();
  flow.messages(FLOW_MESSAGES);
  for (let second = 0; second < 100; second += 1) {
    flow.wait(1_000);
    flow.messages(FLOW_MESSAGES_PER_SECOND);
  }
  expect(flow.reports()).toBe(0);
  flow.messages(1);
  expect(flow.reports()).toBe(1);
});

it("says once that bytes are too many, and fills up no further than its size", () => {
  const flow = createFlow();
  flow.wait(1_000_000);
  flow.bytes(FLOW_BYTES);
  flow.wait(500);
  flow.bytes(FLOW_BYTES_PER_SECOND / 2);
  expect(flow.reports()).toBe(0);
  for (let count = 0; count < 5; count += 1) flow.bytes(1);
  expect(flow.reports()).toBe(1);
});

it.each([
  ["idle", 1_000, 1_000],
  ["half idle", 500, 500],
  ["never idle", 0, 125],
])("counts as spare, of each second of a process that is %s, %i idle ms as %i", (_, idle, spare) => {
  const time = { now: 5_000, idle: 100 };
  const clock = spareTime(() => ({ ...time }));
  const first = clock();
  for (let second = 0; second < 3; second += 1) {
    time.now += 1_000;
    time.idle += idle;
  }
  expect(clock() - first).toBe(3 * spare);
});

it("counts as bytes of the list only those of its own answers", async () => {
  const [all, list]: number[][] = [[], []];
  const fetch = countingFetch(
    async (_, init) =>
      await Promise.resolve(
        new Response("x".repeat((typeof init?.body === "string" ? init.body : "a notice").length)),
      ),
    { bytes: (count) => void all?.push(count) },
    (count) => void list?.push(count),
  );
  const send = async (method: string, params: object): Promise<number> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    await (await fetch("http://a/", { method: "POST", body })).text();
    return body.length;
  };
  const sizes = [
    await send("tools/list", { cursor: "2" }),
    await send("tools/call", { name: "look", arguments: { method: "tools/list" } }),
    await send("resources/list", {}),
  ];
  // The stream for what a server sends unasked has no request body.
  sizes.push((await (await fetch("http://a/", { method: "GET" })).text()).length);
  expect(all).toEqual(sizes);
  expect(list).toEqual([sizes[0]]);
});
