"use client";
import { Bot, ChevronDown, Cpu, Folder } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type ReactElement, type ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuChoices, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { serversOf } from "./server-choice.ts";
import type { ServerSheetProps } from "./server-sheet.tsx";
import type { RunChoices } from "./use-run-choices.ts";
import type { ChatServers } from "./use-server-tools.ts";

const ServerSheet = onDemand<ServerSheetProps>(async () => (await import("./server-sheet.tsx")).ServerSheet);

/** Menus for the agent with its MCP servers, the model and the project folder of the next turn. */
export function ComposerChoices({
  workspace,
  choices,
  servers,
  isBusy,
}: {
  readonly workspace: string;
  readonly choices: RunChoices;
  readonly servers: ChatServers;
  /** Whether the controls of a run need the room. */
  readonly isBusy: boolean;
}): ReactElement {
  const translate = useTranslations("chat.composer");
  const model = choices.models.find((option) => option.value === choices.model);
  const folder = choices.folders.find((option) => option.value === choices.folderId);
  const [showsServers, setShowsServers] = useState(false);
  const { agent } = choices;
  const current =
    servers.chosen === null
      ? agent
      : translate("agentWithServers", { agent, count: serversOf(servers.chosen).length });
  return (
    <>
      {choices.agents.length > 0 && (
        <ChoiceMenu
          icon={Bot}
          // A choice that excludes servers must be visible.
          short={isBusy ? "everywhere" : servers.chosen === null ? "narrow" : "phones"}
          caption={translate("agent")}
          current={current}
          value={agent}
          options={choices.agents}
          onChange={choices.chooseAgent}
        >
          <MenuSeparator />
          <MenuItem
            onSelect={() => {
              setShowsServers(true);
            }}
          >
            {translate("servers")}
          </MenuItem>
        </ChoiceMenu>
      )}
      {showsServers && (
        <ServerSheet
          workspace={workspace}
          agent={agent}
          folderId={choices.folderId}
          servers={servers}
          onClose={() => {
            setShowsServers(false);
          }}
        />
      )}
      {choices.models.length > 0 && (
        <ChoiceMenu
          icon={Cpu}
          caption={translate("model")}
          current={model?.label ?? translate("noModel")}
          value={choices.model ?? ""}
          options={choices.models}
          onChange={choices.chooseModel}
        />
      )}
      {choices.folders.length > 0 && (
        <ChoiceMenu
          icon={Folder}
          caption={translate("folder")}
          current={folder?.label ?? translate("noFolder")}
          value={choices.folderId ?? ""}
          options={[{ value: "", label: translate("noFolder") }, ...choices.folders]}
          onChange={choices.chooseFolder}
        />
      )}
      {choices.scripted && model?.label !== translate("scripted") && (
        <Badge tone="warn">{translate("scripted")}</Badge>
      )}
    </>
  );
}

type ChoiceMenuProps = {
  readonly icon: LucideIcon;
  readonly caption: string;
  readonly current: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
  /** Where only the icon fits; `narrow` is a composer that is too narrow for all menus. @default nowhere */
  readonly short?: "phones" | "narrow" | "everywhere";
  /** Further actions below the choices. */
  readonly children?: ReactNode;
};

/** A menu of the composer with one choice. */
export function ChoiceMenu({
  icon,
  caption,
  current,
  value,
  options,
  onChange,
  short,
  children,
}: ChoiceMenuProps): ReactElement {
  const translate = useTranslations("chat.composer");
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <button
          type="button"
          aria-label={translate("choice", { caption, current })}
          className="inline-flex h-7 max-w-60 min-w-0 items-center gap-1 rounded-md px-2 text-ink-2 hover:bg-ink/6 hover:text-ink aria-expanded:bg-ink/6 phone:h-11 pointer-coarse:h-11"
        >
          <Icon icon={icon} size={14} />
          <span
            className={classNames(
              "truncate",
              short === "phones" && "phone:sr-only",
              short === "narrow" && "phone:sr-only @max-[45rem]:sr-only",
              short === "everywhere" && "sr-only",
            )}
          >
            {current}
          </span>
          <Icon icon={ChevronDown} size={12} />
        </button>
      }
    >
      <MenuChoices caption={caption} value={value} choices={options} onChange={onChange} />
      {children}
    </Menu>
  );
}
