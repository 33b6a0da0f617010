import { dirname, isAbsolute, join, relative } from "node:path";
import { SANDBOX_TMP_BYTES } from "./tunables.ts";

/** The view of the machine that a command in a sandbox has. All paths are absolute and real. */
export type SandboxView = {
  readonly projectFolder: string;
  /** Files and folders that look empty to it. */
  readonly hidden: readonly { readonly path: string; readonly isFolder: boolean }[];
  /** Files and folders of the project that it may read but not change. */
  readonly readOnly: readonly string[];
  /** Folders of the project that it may change, but neither move nor replace. @default none */
  readonly pinned?: readonly string[];
  /** Files and folders outside the project that it may read. */
  readonly readable?: readonly string[];
  /** Folders outside the project that it may read in a place of the project. */
  readonly mounts?: readonly { readonly from: string; readonly to: string }[];
  /** Folders of the system with private keys, which look empty to it. */
  readonly keys: readonly string[];
  /** The search path; its folders outside the system become visible. */
  readonly searchPath: string;
  /** The folder of the Node that runs the server, with its modules. */
  readonly nodePrefix: string;
  readonly hasNetwork: boolean;
};

/** The parts of /etc that programs need: names, certificates, libraries. Passwords and keys are not among them. */
const ETC = [
  ...[
    "alternatives",
    "ca-certificates",
    "ca-certificates.conf",
    "group",
    "hosts",
    "ld.so.cache",
    "ld.so.conf",
  ],
  ...[
    "ld.so.conf.d",
    "localtime",
    "mime.types",
    "nsswitch.conf",
    "passwd",
    "pki",
    "protocols",
    "resolv.conf",
  ],
  ...[
    "services",
    "ssl",
    "timezone",
    "java-17-openjdk",
    "python3",
    "python3.11",
    "debian_version",
    "os-release",
  ],
];

/** The home folder of a command: private, and gone with it. */
const SANDBOX_HOME = "/tmp/home";

/** Returns the arguments of bubblewrap in front of the command. Later mounts cover earlier ones, so the project comes after what is hidden. */
export function sandboxArguments(view: SandboxView): readonly string[] {
  const { projectFolder, hidden, readOnly, hasNetwork } = view;
  return [
    ...["--unshare-all", ...(hasNetwork ? ["--share-net"] : []), "--die-with-parent", "--new-session"],
    // The server may run as root; with its capabilities a command could unmount what hides a file.
    ...["--cap-drop", "ALL"],
    ...["--ro-bind", "/usr", "/usr"],
    ...["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"].flatMap((path) => [
      "--ro-bind-try",
      path,
      path,
    ]),
    ...["/opt", "/nix"].flatMap((path) => ["--ro-bind-try", path, path]),
    ...ETC.flatMap((name) => ["--ro-bind-try", `/etc/${name}`, `/etc/${name}`]),
    // A server that runs as root could read the keys of the machine there.
    ...view.keys.flatMap((path) => ["--tmpfs", path]),
    // The kernel lets the user root write its settings without any capability, and some of them name programs that it starts outside.
    ...["--proc", "/proc", "--ro-bind-try", "/proc/sys", "/proc/sys"],
    ...["--dev", "/dev", "--size", String(SANDBOX_TMP_BYTES), "--tmpfs", "/tmp"],
    ...["--dir", SANDBOX_HOME, "--dir", "/var/tmp", "--dir", "/run"],
    ...toolFolders(view).flatMap((path) => ["--ro-bind-try", path, path]),
    ...["--bind", projectFolder, projectFolder],
    ...(view.mounts ?? []).flatMap(({ from, to }) => ["--ro-bind-try", from, to]),
    ...(view.pinned ?? []).flatMap((path) => ["--bind-try", path, path]),
    ...readOnly.flatMap((path) => ["--ro-bind-try", path, path]),
    ...hidden.flatMap(({ path, isFolder }) =>
      isFolder ? ["--tmpfs", path, "--remount-ro", path] : ["--ro-bind", "/dev/null", path],
    ),
    ...["--setenv", "HOME", SANDBOX_HOME, "--chdir", projectFolder],
  ];
}

/** Returns the folders with programs that are not part of the system, such as a Node of a person, and those that a command may read besides. */
export function toolFolders({
  searchPath,
  nodePrefix,
  projectFolder,
  readable = [],
}: Pick<SandboxView, "searchPath" | "nodePrefix" | "projectFolder" | "readable">): readonly string[] {
  const entries = searchPath.split(":");
  const folders = [nodePrefix, ...entries, ...entries.flatMap(versionManager), ...readable];
  return [...new Set(folders)].filter(
    (path) =>
      isAbsolute(path) &&
      dirname(path) !== path &&
      !SYSTEM.some((system) => isWithin(system, path)) &&
      // Everything below would become visible, and read-only.
      !isWithin(path, projectFolder),
  );
}

const VERSION_MANAGER = /^.*\/\.(?:pyenv|nvm|asdf|volta|rbenv|nodenv|goenv|sdkman|bun|deno)(?=\/|$)/u;

/** The folder of a version manager, whose programs only point to others in it. That of Rust keeps its keys elsewhere than its compilers. */
function versionManager(path: string): readonly string[] {
  if (path.endsWith("/.cargo/bin")) return [join(dirname(dirname(path)), ".rustup")];
  const [root] = VERSION_MANAGER.exec(path) ?? [];
  return root === undefined ? [] : [root];
}

const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/opt", "/nix", "/proc", "/dev"];

function isWithin(folder: string, path: string): boolean {
  const inner = relative(folder, path);
  return inner === "" || (!inner.startsWith("..") && !isAbsolute(inner));
}
