"use client";
import { Tabs as Primitive } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

export type TabsProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly tabs: readonly {
    readonly value: Value;
    readonly label: string;
    /** A number after the label; null while it is unknown. */
    readonly count?: string | null;
    readonly content: ReactNode;
  }[];
};

/** Tabs with panels. Only the open panel is mounted. Arrow keys open the next tab immediately. */
export function Tabs<Value extends string>({ label, value, onChange, tabs }: TabsProps<Value>): ReactElement {
  const choose = (next: string): void => {
    const tab = tabs.find((candidate) => candidate.value === next);
    if (tab) onChange(tab.value);
  };
  return (
    <Primitive.Root value={value} onValueChange={choose} className="flex min-h-0 flex-1 flex-col">
      <Primitive.List
        aria-label={label}
        className="flex h-9 flex-none items-stretch gap-4 overflow-x-auto border-b border-line px-4 phone:h-11"
      >
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            className="flex flex-none items-center gap-1 border-b-2 border-transparent text-ink-2 -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
            {typeof tab.count === "string" && <span className="text-12 text-ink-3">{tab.count}</span>}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content
          key={tab.value}
          value={tab.value}
          className="min-h-0 flex-1 overflow-y-auto -outline-offset-2 data-[state=inactive]:hidden"
        >
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
