/** Variables that make programs load other code, run it through another shell, or trust other certificates. */
const REFUSED: ReadonlySet<string> = new Set([
  ...["BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS", "PROMPT_COMMAND", "IFS", "PATH", "SHELL", "HOME"],
  ...[
    "NODE_OPTIONS",
    "NODE_PATH",
    "NODE_EXTRA_CA_CERTS",
    "NODE_TLS_REJECT_UNAUTHORIZED",
    "NODE_REPL_EXTERNAL_MODULE",
  ],
  ...["PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "PYTHONINSPECT", "PERL5OPT", "PERL5LIB", "PERL5DB"],
  ...[
    "RUBYOPT",
    "RUBYLIB",
    "GEM_PATH",
    "JAVA_TOOL_OPTIONS",
    "_JAVA_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "CLASSPATH",
  ],
  ...["GCONV_PATH", "GLIBC_TUNABLES", "LOCPATH", "NIS_PATH", "HOSTALIASES", "RESOLV_HOST_CONF"],
  ...["GIT_SSH", "GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF", "GIT_EXEC_PATH", "GIT_ASKPASS", "SSH_ASKPASS"],
  ...[
    "EDITOR",
    "VISUAL",
    "PAGER",
    "BROWSER",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "OPENSSL_CONF",
    "DATABASE_URL",
  ],
]);
const REFUSED_PREFIXES = ["LD_", "DYLD_", "BASH_FUNC_", "NPM_CONFIG_", "GOALTRACE_", "GIT_CONFIG"];

/** Returns true for an environment variable that no configuration of a server may set. */
export function refusedVariable(name: string): boolean {
  const upper = name.toUpperCase();
  return (
    !/^[A-Z_][A-Z0-9_]*$/u.test(upper) ||
    REFUSED.has(upper) ||
    REFUSED_PREFIXES.some((prefix) => upper.startsWith(prefix))
  );
}
