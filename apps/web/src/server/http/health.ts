import { getRuntime } from "../runtime.ts";

const NO_STORE = { headers: { "cache-control": "no-store" } };

/** Liveness: the process responds. */
export function health(): Response {
  return Response.json({ status: "ok" }, NO_STORE);
}

/** Readiness: 200 while the database responds, otherwise 503. */
export async function ready(): Promise<Response> {
  const isReady = await getRuntime().then(
    async ({ stores }) =>
      stores.ping().then(
        () => true,
        () => false,
      ),
    () => false,
  );
  return Response.json(
    { status: isReady ? "ready" : "not ready", database: isReady ? "ok" : "unavailable" },
    { ...NO_STORE, status: isReady ? 200 : 503 },
  );
}
