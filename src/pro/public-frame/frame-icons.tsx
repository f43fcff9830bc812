/** The icon of the other language: a letter beside a character. */
export function LanguageIcon() {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round">
        <path d="M3 6h10M8 3.5V6M4.5 14.5C8 12.5 10.5 9.5 11 6M5.5 9c1.5 2.6 3.5 4.2 6 5.2" />
        <path d="m12.5 20.5 4-9.5 4 9.5M13.9 17.5h5.2" />
      </g>
    </svg>
  );
}

/** The moon: switches to the dark theme. */
export function MoonIcon() {
  return (
    <svg className="frame-moon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path
        d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The sun: switches to the light theme. */
export function SunIcon() {
  return (
    <svg className="frame-sun" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round">
        <circle cx="12" cy="12" r="4" />
        <path d="M12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3l1.8 1.8M16.9 16.9l1.8 1.8M18.7 5.3l-1.8 1.8M7.1 16.9l-1.8 1.8" />
      </g>
    </svg>
  );
}
