import { createServer } from "node:net";

/** Below the ports that systems give to outgoing connections: one of those may be taken at any moment between the choice and the use. */
const [FIRST, LAST] = [15_000, 31_000];
const ATTEMPTS = 100;

/** Returns a port that is free on 127.0.0.1, as are the ports at these distances from it. Throws if it finds none. */
export async function freePort(distances = []) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const free = await Promise.all([0, ...distances].map((distance) => isFree(port + distance)));
    if (free.every(Boolean)) return port;
  }
  throw new Error(`No free port was found in ${ATTEMPTS} attempts.`);
}

async function isFree(port) {
  return await new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
