/**
 * Idle connections are kept for longer than proxies and load balancers keep theirs, most of them 60 seconds. Otherwise a proxy sends a request on a
 * connection that the server is just closing, and its client gets an error.
 */
const KEEP_ALIVE_MS = 75_000;

/**
 * Returns the parameters of Next on an address.
 * @param {"start" | "dev"} command
 * @param {{ port: number, host: string }} address
 * @returns {string[]}
 */
export const webParameters = (command, { port, host }) => [
  ...[command, "-p", String(port), "-H", host],
  ...(command === "start" ? ["--keepAliveTimeout", String(KEEP_ALIVE_MS)] : []),
];
