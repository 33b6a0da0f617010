"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";

/** The number of rows that each click adds. */
const ROWS_PER_CLICK = 100;

/** The first rows of a list, with a button for more. */
export function IncrementalList<Item>({
  items,
  first,
  children,
}: {
  readonly items: readonly Item[];
  readonly first: number;
  readonly children: (item: Item) => ReactNode;
}): ReactElement {
  const translate = useTranslations("inspector");
  const [count, setCount] = useState(first);
  const rest = items.length - count;
  return (
    <>
      <ul>{items.slice(0, count).map(children)}</ul>
      {rest > 0 && (
        <Button
          variant="ghost"
          onClick={() => {
            setCount(count + ROWS_PER_CLICK);
          }}
        >
          {translate("showMore", { count: Math.min(rest, ROWS_PER_CLICK), rest })}
        </Button>
      )}
    </>
  );
}
