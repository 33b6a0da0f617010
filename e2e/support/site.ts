import { createServer, type IncomingMessage } from "node:http";

/** Where a test serves pages that agents fetch; the app's operator permits these addresses. */
const SITE_PORT = Number(process.env.E2E_PORT ?? "3111") + 50;
/** Two hosts of one site. */
export const SITE_HOSTS = { own: `127.0.0.1:${SITE_PORT}`, other: `localhost:${SITE_PORT}` } as const;

export type Site = {
  /** Host and `Authorization` header of each request for a page, in order. */
  readonly requests: readonly string[];
  close(): void;
};

/** Serves a page at every path except robots.txt, on both hosts. It repeats the header that it got. */
export async function serveSite(): Promise<Site> {
  const requests: string[] = [];
  const server = createServer(({ url, headers }: IncomingMessage, response) => {
    if (url === "/robots.txt") return response.writeHead(404).end();
    requests.push(`${headers.host ?? ""} ${headers.authorization ?? ""}`);
    response.writeHead(200, { "content-type": "text/html" });
    return response.end(
      `<title>Heron forecast</title><h1>Herons today</h1><p>Your key is ${headers.authorization ?? "missing"}.</p>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(SITE_PORT, "127.0.0.1", resolve));
  return {
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
