// A name is coded: one with a dot in it must not pass for another's.
const keyOf = (username: string): string => `guide.${encodeURIComponent(username).replaceAll(".", "%2E")}`;

/** Whether somebody has put the guide away in this browser. */
export function isGuideHidden(username: string): boolean {
  try {
    return localStorage.getItem(keyOf(username)) === "hidden";
  } catch {
    return false;
  }
}

/** Puts the guide away in this browser. A browser that keeps nothing shows it again next time. */
export function hideGuide(username: string): void {
  try {
    localStorage.setItem(keyOf(username), "hidden");
  } catch {
    // Storage is full or closed: it is away until the page is loaded again.
  }
}
