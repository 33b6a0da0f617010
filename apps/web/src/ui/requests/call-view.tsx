import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import { readArguments, readReplacements, showInvisible } from "./call-arguments.ts";
import type { Argument, Replacement } from "./call-arguments.ts";

const BLOCK =
  "max-h-80 overflow-auto px-4 py-2 font-mono text-12 [overflow-wrap:anywhere] whitespace-pre-wrap -outline-offset-2";

/** The arguments of a call exactly as they would run. Edits are shown as removed and added lines. */
export function CallView({ callArguments }: { readonly callArguments: string }): ReactElement {
  const translate = useTranslations("requests.call");
  const list = readArguments(callArguments);
  if (list === null) {
    return (
      <pre tabIndex={0} aria-label={translate("arguments")} className={BLOCK}>
        {showInvisible(callArguments)}
      </pre>
    );
  }
  if (list.length === 0) return <p className="px-4 py-2 text-12 text-ink-2">{translate("none")}</p>;
  return (
    <dl>
      {list.map((argument) => (
        <div key={argument.name} className="border-line not-first:border-t">
          <dt className="px-4 pt-2 text-11 text-ink-2">{showInvisible(argument.name)}</dt>
          <dd>
            <ArgumentValue argument={argument} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ArgumentValue({ argument }: { readonly argument: Argument }): ReactElement {
  const translate = useTranslations("requests.call");
  const replacements = readReplacements(argument);
  if (replacements !== null) {
    return (
      <div
        role="group"
        tabIndex={0}
        aria-label={translate("changes")}
        className="max-h-80 overflow-auto py-1 font-mono text-12 -outline-offset-2"
      >
        <div className="flex w-max min-w-full flex-col gap-2">
          {replacements.map((replacement, index) => (
            <ReplacementLines key={index} replacement={replacement} />
          ))}
        </div>
      </div>
    );
  }
  const isBlock = argument.text.length > LINE_LENGTH || argument.text.includes("\n");
  return (
    <pre
      tabIndex={isBlock ? 0 : undefined}
      aria-label={isBlock ? argument.name : undefined}
      className={BLOCK}
    >
      {argument.text === "" ? (
        <span className="text-ink-3">{translate("empty")}</span>
      ) : (
        showInvisible(argument.text)
      )}
    </pre>
  );
}

/** Longer texts may scroll, so that they must be reachable by keyboard. */
const LINE_LENGTH = 200;

function ReplacementLines({ replacement }: { readonly replacement: Replacement }): ReactElement {
  return (
    <div>
      <Lines text={replacement.before} sign="−" className="bg-error-soft" />
      <Lines text={replacement.after} sign="+" className="bg-ok-soft" />
    </div>
  );
}

type LinesProps = { readonly text: string; readonly sign: string; readonly className: string };

function Lines({ text, sign, className }: LinesProps): ReactElement | null {
  if (text === "") return null;
  return (
    <>
      {text.split("\n").map((line, index) => (
        <div key={index} className={classNames("grid grid-cols-[32px_auto]", className)}>
          <span className="text-center select-none">{sign}</span>
          <span className="pr-4 whitespace-pre">{showInvisible(line)}</span>
        </div>
      ))}
    </>
  );
}
