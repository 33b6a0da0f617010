import type { HttpTransport } from "../../ports/http-transport.ts";

/** A transport for any engine with `fetch`. */
export function createFetchTransport(send: typeof globalThis.fetch = globalThis.fetch): HttpTransport {
  return {
    async send({ url, headers, body, signal }) {
      const response = await send(url, {
        method: "POST",
        headers: { ...headers },
        body,
        signal,
        redirect: "manual",
      });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        async read(take) {
          for await (const bytes of response.body ?? []) if (!(await take(bytes))) return;
        },
      };
    },
  };
}
