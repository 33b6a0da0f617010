"use client";
import { useTranslations } from "next-intl";
import { Link } from "../../ui/link.tsx";
import type { ReactElement } from "react";
import { Note } from "../../ui/note.tsx";
import type { StrategyName } from "@goaltrace/core/log";
import { AddSample } from "./add-sample.tsx";
import { ConnectModel } from "./connect-model.tsx";
import type { RunChoices } from "./use-run-choices.ts";

type NewChatProps = {
  readonly workspace: string;
  readonly choices: RunChoices;
  /** Default strategy: the chosen one. */
  readonly onPrompt: (text: string, strategy?: StrategyName) => void;
};

const DEMO_PROMPTS = ["analyse", "team", "detour", "plan", "atOnce", "checklist", "window"] as const;

/** The strategies of the tours that show one. */
const STRATEGIES: { readonly [Prompt in (typeof DEMO_PROMPTS)[number]]?: StrategyName } = {
  plan: "plan-execute",
  atOnce: "rewoo",
};

/** The empty state of a new conversation. */
export function NewChat({ workspace, choices, onPrompt }: NewChatProps): ReactElement {
  const translate = useTranslations("chat.empty");
  const settings = `/w/${encodeURIComponent(workspace)}/settings/models`;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="measure flex flex-col items-start gap-4 pt-16 pb-8">
        <h2 className="text-20 font-semibold">{translate("title")}</h2>
        {choices.loaded && choices.model === null ? (
          <ConnectModel workspace={workspace} />
        ) : (
          <p className="text-15 text-ink-2">{translate("text")}</p>
        )}
        {choices.scripted && (
          <>
            <Note tone="warn" className="-mx-4 w-[calc(100%+32px)] px-[15px] phone:mx-0 phone:w-full">
              <b>{translate("scripted")}</b> {translate("scriptedText")}{" "}
              <Link href={settings} className="link">
                {translate("connect")}
              </Link>
            </Note>
            {choices.lacksFolder && <AddSample workspace={workspace} />}
            <ul
              aria-label={translate("prompts")}
              className="-mx-4 flex w-[calc(100%+32px)] flex-col overflow-hidden rounded-md border border-line phone:mx-0 phone:w-full"
            >
              {DEMO_PROMPTS.map((name) => (
                <li key={name} className="border-line not-first:border-t">
                  <button
                    type="button"
                    onClick={() => {
                      onPrompt(translate(`prompt.${name}.text`), STRATEGIES[name]);
                    }}
                    className="flex min-h-11 w-full flex-col items-start justify-center px-[15px] py-2 text-left -outline-offset-2 hover:bg-ink/4"
                  >
                    <span>{translate(`prompt.${name}.text`)}</span>
                    <span className="text-12 text-ink-2">{translate(`prompt.${name}.shows`)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}
