// Usernames are encoded, so that those with a dot do not collide.
const getKey = (username: string): string => `guide.${encodeURIComponent(username).replaceAll(".", "%2E")}`;

/** Checks whether a user has hidden the guide in this browser. */
export function isGuideHidden(username: string): boolean {
  try {
    return localStorage.getItem(getKey(username)) === "hidden";
  } catch {
    return false;
  }
}

/** Hides the guide in this browser. Without storage it reappears next time. */
export function hideGuide(username: string): void {
  try {
    localStorage.setItem(getKey(username), "hidden");
  } catch {
    // Storage is full or blocked: the guide stays hidden until the page is reloaded.
  }
}
