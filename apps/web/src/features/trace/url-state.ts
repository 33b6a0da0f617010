/** Tabs of the inspector. */
export type InspectorTab = "io" | "raw";

/** Where the graph's camera stands: how far the graph is shifted, in screen pixels, and its scale. */
export type Camera = { readonly x: number; readonly y: number; readonly zoom: number };

/** Everything one is looking at. It lives in the address, so that a link shows a colleague the same thing (W1). */
export type ViewState = {
  readonly goal: string | null;
  readonly sequence: number | null;
  /** Goals whose edge is open. */
  readonly open: readonly string[];
  /** Goals whose sub-goals are folded away. */
  readonly folded: readonly string[];
  readonly tab: InspectorTab;
  readonly camera: Camera | null;
};

/** What a bare address shows. */
export const INITIAL_VIEW: ViewState = {
  goal: null,
  sequence: null,
  open: [],
  folded: [],
  tab: "io",
  camera: null,
};

const NUMBER = String.raw`(-?\d+(?:\.\d+)?)`;
const CAMERA = new RegExp(`^${NUMBER}_${NUMBER}_${NUMBER}$`);
/** Smaller differences than these are not seen and would only lengthen the link. */
const CAMERA_DIGITS = 0;
const ZOOM_DIGITS = 3;

/** Reads the view from an address. Total: what does not make sense is left at its default. */
export function readViewState(parameters: { get(name: string): string | null }): ViewState {
  const sequence = parameters.get("seq");
  return {
    goal: parameters.get("goal") || null,
    sequence: sequence !== null && /^\d{1,15}$/.test(sequence) ? Number(sequence) : null,
    open: readList(parameters.get("open")),
    folded: readList(parameters.get("fold")),
    tab: parameters.get("tab") === "raw" ? "raw" : "io",
    camera: readCamera(parameters.get("at")),
  };
}

/** The address of a view relative to the page. Defaults leave nothing behind; a bare view is `?`. */
export function viewHref(view: ViewState): string {
  const parameters = new URLSearchParams();
  if (view.goal !== null) parameters.set("goal", view.goal);
  if (view.sequence !== null) parameters.set("seq", String(view.sequence));
  if (view.open.length > 0) parameters.set("open", view.open.map(escapeItem).join(","));
  if (view.folded.length > 0) parameters.set("fold", view.folded.map(escapeItem).join(","));
  if (view.tab !== "io") parameters.set("tab", view.tab);
  if (view.camera) parameters.set("at", writeCamera(view.camera));
  return `?${parameters.toString()}`;
}

/** Adds an item, or takes it out when it is in. */
export function toggled(items: readonly string[], item: string): readonly string[] {
  return items.includes(item) ? items.filter((one) => one !== item) : [...items, item];
}

function readList(text: string | null): readonly string[] {
  if (text === null) return [];
  return [...new Set(text.split(",").map(unescapeItem))].filter((item) => item !== "");
}

function escapeItem(item: string): string {
  return item.replaceAll("%", "%25").replaceAll(",", "%2C");
}

function unescapeItem(item: string): string {
  return item.replaceAll("%2C", ",").replaceAll("%25", "%");
}

function readCamera(text: string | null): Camera | null {
  const match = CAMERA.exec(text ?? "");
  if (!match) return null;
  const [x, y, zoom] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return zoom > 0 ? { x, y, zoom } : null;
}

function writeCamera({ x, y, zoom }: Camera): string {
  return `${x.toFixed(CAMERA_DIGITS)}_${y.toFixed(CAMERA_DIGITS)}_${zoom.toFixed(ZOOM_DIGITS)}`;
}

/** The sequence an open edge shows its turns around: the selection when it lies on that edge, else its beginning. */
export function openAround(view: Pick<ViewState, "goal" | "sequence">, goalId: string): number | undefined {
  return view.goal === goalId ? (view.sequence ?? undefined) : undefined;
}
