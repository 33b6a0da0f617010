"use client";
import { ToggleGroup as Primitive } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

export type SegmentedProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly segments: readonly { readonly value: Value; readonly label: ReactNode }[];
};

/** A choice between two to five views that are all visible. Arrow keys move between them. */
export function Segmented<Value extends string>({
  label,
  value,
  onChange,
  segments,
}: SegmentedProps<Value>): ReactElement {
  const choose = (next: string): void => {
    // Radix reports "" when the active segment is pressed again; one segment stays selected here.
    const segment = segments.find((candidate) => candidate.value === next);
    if (segment) onChange(segment.value);
  };
  return (
    <Primitive.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={choose}
      className="inline-flex h-7 flex-none rounded-md bg-ink/6 p-0.5 phone:h-11"
    >
      {segments.map((segment) => (
        <Primitive.Item
          key={segment.value}
          value={segment.value}
          className="inline-flex items-center gap-1 rounded-sm px-2 text-12 whitespace-nowrap text-ink-2 hover:text-ink data-[state=on]:bg-raised data-[state=on]:text-ink data-[state=on]:ring-1 data-[state=on]:ring-line"
        >
          {segment.label}
        </Primitive.Item>
      ))}
    </Primitive.Root>
  );
}
