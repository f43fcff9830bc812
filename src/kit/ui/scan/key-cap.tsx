/** The key that does it, shown on a button; heard as the button's shortcut, and not as its name. */
export function KeyCap({ name }: { name: string }) {
  return (
    <kbd className="key-cap" aria-hidden="true">
      {name}
    </kbd>
  );
}
