import { getLocale, getTranslations } from "next-intl/server";
import { cookies, headers } from "next/headers";
import { beginFirstPicture } from "../../../../../features/trace/graph/first-picture.ts";
import type { FirstPicture, PlacedPicture } from "../../../../../features/trace/graph/first-picture.ts";
import { FOLLOWED_COOKIE, wasFollowed } from "../../../../../features/trace/graph/followed-runs.ts";
import { isBetween, PANE_COOKIE, readPanePlace } from "../../../../../features/trace/graph/pane-place.ts";
import { wireTexts } from "../../../../../features/trace/graph/wire-texts.ts";
import { INSPECTOR_WIDTH, TREE_WIDTH } from "../../../../../features/trace/shell/panel-widths.ts";
import { formatCost, formatTokens } from "../../../../../lib/format.ts";
import { createOpenings } from "../../../../../server/api/draw-opening.ts";

/** Only a request for a whole page accepts this. A page that is already open asks for data, and draws its graph itself; Next hides the headers that say so. */
const PAGE_TYPE = "text/html";

/** The panels that the page has until its script knows how wide a person made them. */
const PANELS = { left: TREE_WIDTH.initial, right: INSPECTOR_WIDTH.initial };

const openings = createOpenings<FirstPicture>();

/**
 * Returns the graph of a run as it opens, for the pane that the browser last had; null where the server cannot know it: without such a pane, where panels
 * that a person made narrower or closed would be covered, and for a run that was followed, which opens as it was followed.
 */
export async function drawFirstPicture(workspace: string, traceId: string): Promise<PlacedPicture | null> {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const place = readPanePlace(jar.get(PANE_COOKIE)?.value);
  if (place === null || !isBetween(place, PANELS) || head.get("accept")?.includes(PAGE_TYPE) !== true)
    return null;
  if (wasFollowed(jar.get(FOLLOWED_COOKIE)?.value, traceId)) return null;
  const [locale, translate, agents, common] = await Promise.all([
    getLocale(),
    getTranslations("trace.graph"),
    getTranslations("agents"),
    getTranslations("common"),
  ]);
  const format = {
    cost: (dollars: number | null) => (dollars === null ? common("noPrice") : formatCost(dollars, locale)),
    tokens: (tokens: number | null) => (tokens === null ? common("unknown") : formatTokens(tokens, locale)),
  };
  const picture = await openings.draw({
    ...{ workspace, traceId, shape: `${place.width} ${place.height} ${locale}` },
    begin: ({ status, waitingFor }) =>
      beginFirstPicture({
        trace: { status },
        size: place,
        texts: wireTexts({ translate, agents, format, waitingFor }),
      }),
  });
  return picture === null ? null : { ...picture, place };
}
