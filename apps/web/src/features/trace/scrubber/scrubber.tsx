"use client";
import { useTranslations } from "next-intl";
import { useCallback, useMemo, useState } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useLog } from "../state/debugger-provider.tsx";
import { hasEnded } from "../state/trace-model.ts";
import { usePhone } from "../parts/use-phone.ts";
import { ScrubberControls } from "./scrubber-controls.tsx";
import { ScrubberPlot } from "./scrubber-plot.tsx";
import { scrubberEntries } from "./scrubber-entries.ts";
import type { Playback } from "./use-playback.ts";

const HEIGHT = 112;
const FOLDED_HEIGHT = 44;
const FOLDED_KEY = "trace-strip-folded";

export type ScrubberProps = {
  readonly playback: Playback;
  /** Follows the newest entries. */
  readonly onFollow: () => void;
};

/** The timeline of the whole run. The handle is the displayed moment, the triangle the selection. */
export function Scrubber({ playback, onFollow }: ScrubberProps): ReactElement {
  const translate = useTranslations("trace.scrubber");
  const { fullModel, isPainted } = useLog(({ fullModel, isPainted }) => ({ fullModel, isPainted }));
  // Bars keep their position while the page is open, even when the run ends.
  const [growing] = useState(!hasEnded(fullModel.entries));
  const [wantsFolded, setFolded] = useFoldedScrubber();
  const phone = usePhone();
  const folded = phone || wantsFolded;
  const entries = useMemo(
    () => (isPainted ? scrubberEntries(fullModel.entries) : []),
    [fullModel, isPainted],
  );
  return (
    <section
      aria-label={translate("label")}
      style={{ height: folded ? FOLDED_HEIGHT : HEIGHT }}
      className={classNames(
        "grid flex-none border-t border-line bg-page",
        phone
          ? "grid-cols-1"
          : folded
            ? "grid-cols-[352px_minmax(0,1fr)]"
            : "grid-cols-[232px_minmax(0,1fr)]",
      )}
    >
      {isPainted && (
        <>
          {!phone && (
            <ScrubberControls
              playback={playback}
              entries={entries}
              folded={folded}
              onFold={setFolded}
              onFollow={onFollow}
            />
          )}
          <ScrubberPlot
            entries={entries}
            isGrowing={growing}
            height={folded ? FOLDED_HEIGHT : HEIGHT}
            onScrub={playback.stop}
          />
        </>
      )}
    </section>
  );
}

/** Returns whether the scrubber is folded, stored in this browser, and its setter. */
function useFoldedScrubber(): readonly [boolean, (folded: boolean) => void] {
  const [folded, setFolded] = useState(() => readFolded());
  const fold = useCallback((next: boolean) => {
    setFolded(next);
    window.localStorage.setItem(FOLDED_KEY, next ? "yes" : "no");
  }, []);
  return [folded, fold];
}

function readFolded(): boolean {
  // The debugger renders only in the browser, after its log has loaded. Private windows may deny storage access.
  try {
    return window.localStorage.getItem(FOLDED_KEY) === "yes";
  } catch {
    return false;
  }
}
