import { cloneElement, isValidElement } from "react";
import type { ComponentProps, ReactElement, SyntheticEvent } from "react";

type TriggerProps = ComponentProps<"button"> & { readonly "data-state"?: "open" | "closed" };

/** Adds properties to an element. Its own handlers run first, then the added ones. */
export function withTriggerProps(trigger: ReactElement, added: TriggerProps): ReactElement {
  if (!isValidElement<TriggerProps>(trigger)) return trigger;
  const own = trigger.props;
  return cloneElement(trigger, {
    ...added,
    id: own.id ?? added.id,
    onClick: chain(own.onClick, added.onClick),
    onFocus: chain(own.onFocus, added.onFocus),
    onBlur: chain(own.onBlur, added.onBlur),
    onKeyDown: chain(own.onKeyDown, added.onKeyDown),
    onPointerDown: chain(own.onPointerDown, added.onPointerDown),
    onPointerEnter: chain(own.onPointerEnter, added.onPointerEnter),
    onPointerLeave: chain(own.onPointerLeave, added.onPointerLeave),
  });
}

type Handler<Event> = ((event: Event) => void) | undefined;

function chain<Event extends SyntheticEvent>(own: Handler<Event>, added: Handler<Event>): Handler<Event> {
  if (own === undefined || added === undefined) return own ?? added;
  return (event) => {
    own(event);
    if (!event.defaultPrevented) added(event);
  };
}
