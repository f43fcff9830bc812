/**
 * Lets the loop load its other images after the page has loaded, so that they do not delay the first one. Without scripts they are loaded from the
 * start (`main-loop.css`).
 */
export function mount(loop: HTMLElement): void {
  const begin = () => (loop.dataset["live"] = "");
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
}
