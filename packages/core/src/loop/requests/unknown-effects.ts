import type { RunEventPayloads } from "../../log/run-event.ts";
import type { KnownSignal } from "../../signals/signal.ts";

/** A request about the effect of a call whose process died. `resolution` is null until a person has reported. */
export type UnknownEffect = {
  readonly effectId: string;
  readonly toolCallId: string;
  readonly expiresAt: number | null;
  readonly resolution: RunEventPayloads["effect.resolved"]["resolution"] | null;
};

/** The requests to people about calls whose effect is unknown, by call, until the call has its result or starts again. */
export type UnknownEffects = Map<string, UnknownEffect>;

/** Returns the open request with this id. */
export function findOpenEffect(effects: UnknownEffects, effectId: string): UnknownEffect | undefined {
  return [...effects.values()].find((effect) => effect.effectId === effectId && effect.resolution === null);
}

/** Returns the event of a person's report; nothing for an effect that is resolved already or had expired when the report was sent. */
export function resolveEvents(
  { state }: { readonly state: { readonly effects: UnknownEffects } },
  {
    id: signalId,
    at,
    personId,
    payload: { effectId, resolution },
  }: Extract<KnownSignal, { readonly kind: "resolve_effect" }>,
): readonly { readonly type: "effect.resolved"; readonly data: RunEventPayloads["effect.resolved"] }[] {
  const effect = findOpenEffect(state.effects, effectId);
  if (effect === undefined || (effect.expiresAt !== null && at >= effect.expiresAt)) return [];
  const { toolCallId } = effect;
  return [
    {
      type: "effect.resolved",
      data: { effectId, toolCallId, personId, resolution, note: null, signalId },
    },
  ];
}
