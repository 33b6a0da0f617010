/** The port at which a command finds the proxy, on the loopback device that only it has. */
const PORT = 3128;

/** Forwards connections to a socket, because programs address proxies by host and port. */
const RELAY = `
const net = require("net");
net.createServer((client) => {
  const proxy = net.connect(process.argv[1]);
  for (const [from, to] of [[client, proxy], [proxy, client]]) {
    from.on("error", () => to.destroy()).on("close", () => to.destroy()).pipe(to);
  }
}).listen(${String(PORT)}, "127.0.0.1", () => console.log("ready"));
`;

/** Starts the relay and waits for it, then becomes the command: $1 is the command line, $2 the relay, $3 its socket. */
const SCRIPT =
  'exec 2>&1; read -r _ < <(exec node -e "$2" "$3" 2>/dev/null); exec bash --noprofile --norc -c "$1"';

/** Returns the shell of a command that reaches the network through a proxy only, and the variables that send programs there. */
export function relayedShell(
  command: string,
  socket: string,
): { readonly argv: readonly string[]; readonly environment: Readonly<Record<string, string>> } {
  const proxy = `http://127.0.0.1:${String(PORT)}`;
  const names = ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"];
  return {
    argv: ["bash", "--noprofile", "--norc", "-c", SCRIPT, "bash", command, RELAY, socket],
    environment: {
      ...Object.fromEntries(names.map((name) => [name, proxy])),
      ...{ no_proxy: "localhost,127.0.0.1", NO_PROXY: "localhost,127.0.0.1", NODE_USE_ENV_PROXY: "1" },
    },
  };
}
