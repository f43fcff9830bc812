// The username is encoded, so that one with a dot in it is not taken for another.
const getKey = (username: string): string => `guide.${encodeURIComponent(username).replaceAll(".", "%2E")}`;

/** Whether a person has hidden the guide in this browser. */
export function isGuideHidden(username: string): boolean {
  try {
    return localStorage.getItem(getKey(username)) === "hidden";
  } catch {
    return false;
  }
}

/** Hides the guide in this browser. Without storage it is shown again next time. */
export function hideGuide(username: string): void {
  try {
    localStorage.setItem(getKey(username), "hidden");
  } catch {
    // Storage is full or closed: it stays hidden until the page is loaded again.
  }
}
