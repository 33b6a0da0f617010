import { getRuntime } from "../runtime.ts";

const NO_STORE = { headers: { "cache-control": "no-store" } };

/** The process answers. */
export function health(): Response {
  return Response.json({ status: "ok" }, NO_STORE);
}

/** The process can do its work: the database answers. 503 while it does not. */
export async function ready(): Promise<Response> {
  const answers = await getRuntime().then(
    async ({ stores }) =>
      stores.ping().then(
        () => true,
        () => false,
      ),
    () => false,
  );
  return Response.json(
    { status: answers ? "ready" : "not ready", database: answers ? "ok" : "unavailable" },
    { ...NO_STORE, status: answers ? 200 : 503 },
  );
}
