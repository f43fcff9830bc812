/** The shortcut key of a button. Hidden from screen readers, which read the button's `aria-keyshortcuts`. */
export function KeyCap({ name }: { name: string }) {
  return (
    <kbd className="key-cap" aria-hidden="true">
      {name}
    </kbd>
  );
}
