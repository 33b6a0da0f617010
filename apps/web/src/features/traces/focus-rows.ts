/** Gives the focus to the row that is the tab stop of the list, so that the keys of the rows work. Does nothing without rows. */
export function focusRows(): void {
  document.querySelector<HTMLAnchorElement>("a[data-run][tabindex='0']")?.focus({ preventScroll: true });
}
