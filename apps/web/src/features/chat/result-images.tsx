"use client";
import { useQuery } from "@tanstack/react-query";
import { ImageOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { ReactElement, RefObject } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Icon } from "../../ui/icon.tsx";
import { ImageDialog } from "../../ui/image-dialog.tsx";
import { Link } from "../../ui/link.tsx";
import type { ResultImage } from "./chat-turn.ts";

export type ResultImagesProps = {
  readonly workspace: string;
  /** The tool that returned them. */
  readonly name: string;
  readonly images: readonly ResultImage[];
  /** The address of the result in the trace, which shows the images that are left out here. */
  readonly href: string;
};

/** More images of one result are only in the trace. */
const SHOWN = 4;
/** Images load this far before they are scrolled to. */
const AHEAD = "400px";

/** The images of a result as thumbnails of one size, so that nothing moves while they load. Each opens the whole image. */
export function ResultImages({ workspace, name, images, href }: ResultImagesProps): ReactElement {
  const translate = useTranslations("chat.tool");
  const row = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(row);
  const more = images.length - SHOWN;
  return (
    <div ref={row} className="flex flex-wrap items-end gap-2 pr-[15px] pb-2 pl-[39px]">
      {images.slice(0, SHOWN).map(({ mediaType, blob }, index) => (
        <Thumbnail
          key={index}
          workspace={workspace}
          image={{ mediaType, blob }}
          label={translate("image", { name, number: index + 1, count: images.length })}
          isNear={isNear}
        />
      ))}
      {more > 0 && (
        <Link href={href} className="link text-12">
          {translate("moreImages", { count: more })}
        </Link>
      )}
    </div>
  );
}

type ThumbnailProps = {
  readonly workspace: string;
  readonly image: ResultImage;
  readonly label: string;
  readonly isNear: boolean;
};

function Thumbnail({ workspace, image, label, isNear }: ThumbnailProps): ReactElement {
  const translate = useTranslations("chat.tool");
  const format = useFormat();
  const api = useTRPC();
  const [isOpen, setOpen] = useState(false);
  const { mediaType, blob } = image;
  const stored = { workspace, sha256: blob };
  const thumbnail = useQuery(
    api.traceInspect.thumbnail.queryOptions(stored, { staleTime: Infinity, enabled: isNear }),
  );
  const small = thumbnail.data?.base64 ?? null;
  const whole = useQuery(
    api.traceInspect.image.queryOptions(stored, { staleTime: Infinity, enabled: isOpen && small === null }),
  );
  const source = (base64: string | null): string | null =>
    base64 === null ? null : `data:${mediaType};base64,${base64}`;
  if (thumbnail.isError)
    return (
      <span
        className={`${BOX} flex flex-col items-center justify-center gap-1 px-2 text-center text-12 text-ink-2`}
      >
        <Icon icon={ImageOff} />
        {translate("noImage")}
      </span>
    );
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        title={label}
        className={`${BOX} overflow-hidden hover:border-ink-3`}
        onClick={() => {
          setOpen(true);
        }}
      >
        {small !== null ? (
          <img
            src={source(small) ?? undefined}
            alt={label}
            decoding="async"
            className="size-full object-cover object-top"
          />
        ) : (
          <span className="px-2 text-12 text-ink-2">
            {thumbnail.data === undefined ? (
              <span className="sr-only">{label}</span>
            ) : (
              <>
                <span className="sr-only">{label} </span>
                {translate("showImage", { size: format.bytes(thumbnail.data.bytes) })}
              </>
            )}
          </span>
        )}
      </button>
      {isOpen && (
        <ImageDialog
          title={label}
          source={source(small ?? whole.data?.base64 ?? null)}
          error={whole.error}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

const BOX = "h-24 w-36 flex-none rounded-md border border-line bg-sunken";

/** Returns whether an element is, or has been, on the screen. */
function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, [element, isNear]);
  return isNear;
}
