/**
 * Lets the loop have its other pictures once the page stands: until then they would only take the line from the first one. Without scripts they
 * are there from the start (`main-loop.css`).
 */
export function mount(loop: HTMLElement): void {
  const begin = () => (loop.dataset["live"] = "");
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
}
