"use client";
import NextLink from "next/link";
import { useState } from "react";
import type { ComponentProps, ReactElement } from "react";

export type LinkProps = Omit<ComponentProps<typeof NextLink>, "prefetch">;

/**
 * A way to another page. That page is fetched ahead once somebody points at the link or focuses it: a list of fifty links that all do so
 * when they come into sight keeps server and browser busy with pages nobody asked for.
 */
export function Link({ onPointerEnter, onFocus, ...rest }: LinkProps): ReactElement {
  const [likely, setLikely] = useState(false);
  return (
    <NextLink
      {...rest}
      prefetch={likely ? null : false}
      onPointerEnter={(event) => {
        setLikely(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setLikely(true);
        onFocus?.(event);
      }}
    />
  );
}
