"use client";
import { createContext, Suspense, useCallback, useContext, useState } from "react";
import type { ReactElement } from "react";
import { onServer } from "../../../lib/on-server.ts";
import type { PlacedPicture } from "../graph/first-picture.ts";
import { useView } from "../state/debugger-provider.tsx";

const PictureContext = createContext<PlacedPicture | null>(null);

/** Provides the picture that the server has drawn. */
export const FirstPictureProvider = PictureContext.Provider;

const ServerBoxes = onServer<{ readonly picture: PlacedPicture }>(
  async () => (await import("../graph/first-picture-boxes.tsx")).FirstPictureBoxes,
);

/**
 * Returns the server's picture until the graph itself is drawn, null afterward. `onDrawn`, which is stable, reports that the graph or a note in its place
 * is drawn.
 */
export function useFirstPicture(): { readonly picture: ReactElement | null; readonly onDrawn: () => void } {
  const drawn = useContext(PictureContext);
  const [isDrawn, setDrawn] = useState(false);
  const isGraph = useView((view) => view.mainView === "graph");
  const [element] = useState(() =>
    drawn === null ? null : (
      <Suspense>
        <ServerBoxes picture={drawn} />
      </Suspense>
    ),
  );
  const onDrawn = useCallback(() => {
    setDrawn(true);
  }, []);
  return { picture: isDrawn || !isGraph ? null : element, onDrawn };
}
