import { cloneElement, isValidElement } from "react";
import type { ComponentProps, ReactElement, SyntheticEvent } from "react";

type TriggerProps = ComponentProps<"button"> & { readonly "data-state"?: "open" | "closed" };

/** An element with further properties; handlers of both are called, its own first. */
export function withTriggerProps(trigger: ReactElement, added: TriggerProps): ReactElement {
  if (!isValidElement<TriggerProps>(trigger)) return trigger;
  const own = trigger.props;
  return cloneElement(trigger, {
    ...added,
    id: own.id ?? added.id,
    onClick: both(own.onClick, added.onClick),
    onFocus: both(own.onFocus, added.onFocus),
    onBlur: both(own.onBlur, added.onBlur),
    onKeyDown: both(own.onKeyDown, added.onKeyDown),
    onPointerDown: both(own.onPointerDown, added.onPointerDown),
    onPointerEnter: both(own.onPointerEnter, added.onPointerEnter),
    onPointerLeave: both(own.onPointerLeave, added.onPointerLeave),
  });
}

type Handler<Event> = ((event: Event) => void) | undefined;

function both<Event extends SyntheticEvent>(own: Handler<Event>, added: Handler<Event>): Handler<Event> {
  if (own === undefined || added === undefined) return own ?? added;
  return (event) => {
    own(event);
    if (!event.defaultPrevented) added(event);
  };
}
