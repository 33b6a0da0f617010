"use client";
import NextLink from "next/link";
import { useState } from "react";
import type { ComponentProps, ReactElement } from "react";

export type LinkProps = Omit<ComponentProps<typeof NextLink>, "prefetch">;

/**
 * A link to another page, prefetched on hover or focus. Next's default, to prefetch every visible link, would load fifty unneeded pages
 * for a long list.
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
