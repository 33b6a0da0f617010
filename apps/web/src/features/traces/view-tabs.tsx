"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useFailureText } from "../../lib/use-failure-text.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Input } from "../../ui/input.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { useToast } from "../../ui/toast.tsx";
import type { SavedView } from "./list-item.ts";
import { Popover } from "../../ui/popover.tsx";

export type ViewTabsProps = {
  readonly workspace: string;
  /** The current query string. */
  readonly address: string;
  readonly onOpen: (address: string) => void;
};

/** Built-in views. People save their own views as well. */
const BUILT_IN = [
  { name: "all", query: "" },
  { name: "running", query: "status=queued&status=running" },
  { name: "waiting", query: "status=waiting" },
  { name: "failed", query: "status=failed&started=168h" },
  { name: "loops", query: "loops=1" },
] as const;

const TAB =
  "inline-flex h-12 flex-none items-center gap-1 border-b-2 border-transparent px-2 text-12 whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:border-accent aria-[current]:text-ink";

/** Tabs for the built-in and saved views of the list. */
export function ViewTabs({ workspace, address, onOpen }: ViewTabsProps): ReactElement {
  const translate = useTranslations("traces.view");
  const api = useTRPC();
  const { data: saved } = useQuery(api.views.list.queryOptions({ workspace }));
  const views = saved ?? [];
  const isNew =
    !BUILT_IN.some((view) => view.query === address) && !views.some((view) => view.query === address);
  return (
    <nav aria-label={translate("label")} className="flex min-w-0 items-center overflow-x-auto">
      {BUILT_IN.map((view) => (
        <button
          key={view.name}
          type="button"
          aria-current={view.query === address ? "true" : undefined}
          onClick={() => {
            onOpen(view.query);
          }}
          className={TAB}
        >
          {translate(view.name)}
        </button>
      ))}
      {views.map((view) => (
        <SavedTab
          key={view.id}
          workspace={workspace}
          view={view}
          current={view.query === address}
          onOpen={onOpen}
        />
      ))}
      {isNew && <SaveView workspace={workspace} address={address} />}
    </nav>
  );
}

type SavedTabProps = {
  readonly workspace: string;
  readonly view: SavedView;
  readonly current: boolean;
  readonly onOpen: (address: string) => void;
};

function SavedTab({ workspace, view, current, onOpen }: SavedTabProps): ReactElement {
  const translate = useTranslations("traces.view");
  const { save, remove } = useViews(workspace);
  const [renaming, setRenaming] = useState(false);
  // The menu restores the focus to its button when it closes, which would close a form that opened earlier.
  const renameNext = useRef(false);
  return (
    <span className="inline-flex flex-none items-center">
      <button
        type="button"
        aria-current={current ? "true" : undefined}
        onClick={() => {
          onOpen(view.query);
        }}
        className={TAB}
      >
        {view.name}
        {view.shared && <span className="text-11 text-ink-3">{translate("sharedMark")}</span>}
      </button>
      {view.own && current && (
        <Popover
          align="start"
          open={renaming}
          onOpenChange={setRenaming}
          label={translate("rename")}
          trigger={<span className="h-7 w-0" aria-hidden="true" />}
        >
          <ViewForm
            view={view}
            onSave={(changes) => {
              save({ ...view, ...changes });
              setRenaming(false);
            }}
          />
        </Popover>
      )}
      {view.own && current && (
        <Menu
          align="start"
          trigger={
            <button
              type="button"
              aria-label={translate("actions", { name: view.name })}
              onFocus={() => {
                if (renameNext.current) setRenaming(true);
                renameNext.current = false;
              }}
              className="grid size-6 place-items-center rounded-sm text-ink-2 hover:bg-ink/7"
            >
              <Icon icon={ChevronDown} size={12} />
            </button>
          }
        >
          <MenuItem
            onSelect={() => {
              renameNext.current = true;
            }}
          >
            {translate("rename")}
          </MenuItem>
          <MenuItem
            onSelect={() => {
              save({ ...view, shared: !view.shared });
            }}
          >
            {translate(view.shared ? "unshare" : "share")}
          </MenuItem>
          <MenuItem
            danger
            onSelect={() => {
              remove(view);
              onOpen("");
            }}
          >
            {translate("delete")}
          </MenuItem>
        </Menu>
      )}
    </span>
  );
}

function SaveView({ workspace, address }: Pick<ViewTabsProps, "workspace" | "address">): ReactElement {
  const translate = useTranslations("traces.view");
  const { save } = useViews(workspace);
  const [open, setOpen] = useState(false);
  return (
    <Popover
      align="start"
      open={open}
      onOpenChange={setOpen}
      label={translate("save")}
      trigger={<IconButton label={translate("save")} icon={Plus} className="ml-1" />}
    >
      <ViewForm
        view={{ name: "", shared: false }}
        onSave={(changes) => {
          save({ ...changes, query: address });
          setOpen(false);
        }}
      />
    </Popover>
  );
}

type ViewFormProps = {
  readonly view: Pick<SavedView, "name" | "shared">;
  readonly onSave: (changes: { readonly name: string; readonly shared: boolean }) => void;
};

function ViewForm({ view, onSave }: ViewFormProps): ReactElement {
  const translate = useTranslations("traces.view");
  const [name, setName] = useState(view.name);
  const [shared, setShared] = useState(view.shared);
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "") onSave({ name: name.trim(), shared });
      }}
    >
      <Field label={translate("name")}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={60}
            onChange={(event) => {
              setName(event.target.value);
            }}
          />
        )}
      </Field>
      <Checkbox
        checked={shared}
        onChange={(event) => {
          setShared(event.target.checked);
        }}
        className="text-12"
      >
        {translate("sharedWith")}
      </Checkbox>
      <Button type="submit" disabled={name.trim() === ""}>
        {translate("saveAs")}
      </Button>
    </form>
  );
}

type ViewChanges = {
  readonly id?: string;
  readonly name: string;
  readonly query: string;
  readonly shared: boolean;
};

function useViews(workspace: string): {
  readonly save: (view: ViewChanges) => void;
  readonly remove: (view: SavedView) => void;
} {
  const api = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const failureText = useFailureText();
  const translate = useTranslations("traces.view");
  const options = {
    onSettled: () => void queryClient.invalidateQueries({ queryKey: api.views.list.pathKey() }),
    onError: (error: { readonly message: string }) => {
      showToast({ text: failureText(error, "change").message });
    },
  };
  const save = useMutation(api.views.save.mutationOptions(options));
  const remove = useMutation(api.views.remove.mutationOptions(options));
  const put = ({ id, name, query, shared }: ViewChanges): void => {
    save.mutate({ workspace, id, name, query, shared });
  };
  return {
    save: put,
    remove: (view) => {
      remove.mutate(
        { workspace, id: view.id },
        {
          onSuccess: () => {
            showToast({
              text: translate("deleted", { name: view.name }),
              undo: () => {
                put(view);
              },
            });
          },
        },
      );
    },
  };
}
