/** Menus and dialogs: what has the focus in them is gone with them. */
const passing = "[role=menu], [role=dialog], [role=alertdialog], [role=listbox]";
/** So many elements are remembered: a few of the latest may be gone as well. */
const mostRemembered = 8;

/** The elements of the page that had the focus, the latest first. */
let remembered: WeakRef<HTMLElement>[] = [];

function remember({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement) || target.closest(passing) !== null) return;
  remembered = [new WeakRef(target), ...remembered.filter((one) => one.deref() !== target)].slice(0, mostRemembered);
}

/** Begins to remember what has the focus. Once for the page. */
export function watchFocus(): void {
  document.addEventListener("focusin", remember);
}

const isReachable = (element: HTMLElement): boolean => element.isConnected && (element.checkVisibility?.() ?? true);

/**
 * Gives the focus back after a dialog if it has fallen to the page as a whole: what opened the dialog may have been an entry of a menu, or a button that has
 * gone. Otherwise the next key of a person who uses no mouse would begin at the top of the page.
 */
export function returnFocus(): void {
  // React Aria does so itself in the next frame, where what opened the dialog is still there.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const last = remembered.map((one) => one.deref()).find((element) => element !== undefined && isReachable(element));
      (last ?? document.querySelector("main"))?.focus({ preventScroll: true });
    }),
  );
}
