import type { CallSecrets } from "@goaltrace/core/ports";
import { fillPlaceholders, findPlaceholders } from "@goaltrace/core/secrets";

/** Variables that decide which code programs load or run, besides those that `commandEnvironment` sets, which cannot be replaced. */
const REFUSED =
  /^(?:PATH|HOME|SHELL|IFS|ENV|BASH_ENV|BASH_FUNC_.*|SHELLOPTS|BASHOPTS|PS4|PROMPT_COMMAND|LD_.*|DYLD_.*|GCONV_PATH|NODE_OPTIONS|NODE_PATH|PYTHON(?:PATH|HOME|STARTUP|INSPECT|BREAKPOINT|EXECUTABLE)|PERL5?(?:LIB|OPT|DB)|RUBY(?:LIB|OPT)|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|GIT_.*|npm_config_.*|.*EDITOR|PAGER|GOALTRACE_.*)$/iu;

/** Returns why a command must not get a variable; null if it may. Rules read the command line, so nothing else may choose what it runs. */
export function variableProblem(name: string): string | null {
  if (!/^[A-Za-z_]\w{0,63}$/u.test(name)) return `"${name.slice(0, 64)}" is not the name of a variable.`;
  return REFUSED.test(name) ? `The variable ${name} cannot be set.` : null;
}

/** Returns variables with the secrets of a call filled in. Errors: those of `CallSecrets.reveal`. */
export async function fillVariables(
  secrets: CallSecrets,
  variables: Readonly<Record<string, string>>,
  { isOffline }: { readonly isOffline: boolean },
): Promise<Readonly<Record<string, string>>> {
  const names = [...new Set(Object.values(variables).flatMap(findPlaceholders))];
  if (names.length === 0) return variables;
  const values = await secrets.reveal(names, { kind: isOffline ? "machine" : "anywhere" });
  return Object.fromEntries(
    Object.entries(variables).map(([name, text]) => [name, fillPlaceholders(text, values)]),
  );
}
