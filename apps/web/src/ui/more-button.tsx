import type { ReactElement, ReactNode } from "react";
import { Button } from "./button.tsx";

export type MoreButtonProps = {
  /** The pages of an infinite query. */
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly children: ReactNode;
};

/** Loads the next page of a list. Renders nothing on the last page. */
export function MoreButton({ list, children }: MoreButtonProps): ReactElement | null {
  if (!list.hasNextPage) return null;
  return (
    <div>
      <Button
        disabled={list.isFetchingNextPage}
        onClick={() => {
          void list.fetchNextPage();
        }}
      >
        {children}
      </Button>
    </div>
  );
}
