import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A connection to a server that a test can cut. Unlike an offline browser, it breaks requests in progress too. */
export type BreakableConnection = {
  /** The address to use instead of the server's. */
  readonly baseUrl: string;
  /** Breaks every connection and refuses new ones until `mend`. */
  cut(): void;
  mend(): void;
  close(): void;
};

/** Opens a way to the server at `target`. */
export async function openBreakableConnection(target: string): Promise<BreakableConnection> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((incoming) => {
    keep(incoming);
    if (isCut) {
      incoming.destroy();
      return;
    }
    const outgoing = keep(connect(Number(port), hostname));
    incoming.pipe(outgoing).pipe(incoming);
    incoming.once("close", () => outgoing.destroy());
    outgoing.once("close", () => incoming.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      breakAll();
    },
    mend: () => {
      isCut = false;
    },
    close: () => {
      server.close();
      breakAll();
    },
  };
}
