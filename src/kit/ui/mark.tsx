/** The mark: a bollard in a rope that makes a Q (public/mark.svg), in the colour of the text around it. */
export function Mark({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor" strokeWidth="4">
        <circle cx="15" cy="15" r="11" />
        <path d="m19 19 9 9" />
      </g>
      <path fill="currentColor" d="M11 8h8a1 1 0 0 1 1 1v3h-2v6l1 3h-8l1-3v-6h-2V9a1 1 0 0 1 1-1z" />
    </svg>
  );
}
