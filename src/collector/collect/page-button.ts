import type { PageButton } from "./tab-messages.contract.ts";
import css from "./page-button.css?inline";

/** The button on the marketplace's own page: in a closed shadow root, so that neither side's styles reach the other. */
export class PageButtonView {
  readonly #host: HTMLElement;
  readonly #button: HTMLButtonElement;
  readonly #label: HTMLElement;
  readonly #bar: HTMLElement;

  constructor(document: Document, pressed: () => void) {
    this.#host = document.createElement("quayside-collector");
    const root = this.#host.attachShadow({ mode: "open" });
    const style = document.createElement("style");
    style.textContent = css;
    this.#button = document.createElement("button");
    this.#button.type = "button";
    this.#label = document.createElement("span");
    this.#bar = document.createElement("i");
    this.#bar.setAttribute("aria-hidden", "true");
    this.#button.append(mark(document), this.#label, this.#bar);
    this.#button.addEventListener("click", (event) => {
      // Only a person's own click starts requests; the page's scripts cannot press it. Of a double click the first counts:
      // the second would pause what the first began.
      if (event.isTrusted && event.detail < 2) pressed();
    });
    root.append(style, this.#button);
  }

  /** Shows the button as told, or takes it away for null. */
  show(button: PageButton | null): void {
    if (button === null) {
      this.#host.remove();
      return;
    }
    this.#host.lang = button.lang;
    this.#button.dataset["tone"] = button.tone;
    this.#button.dataset["theme"] = button.theme;
    this.#button.title = button.hint;
    this.#label.textContent = button.label;
    this.#bar.style.width = button.progress === null ? "0" : `${Math.round(button.progress * 100)}%`;
    if (!this.#host.isConnected) document.documentElement.append(this.#host);
  }
}

const svg = "http://www.w3.org/2000/svg";

/** The bollard with its rope, as in public/mark.svg, small. */
function mark(document: Document): SVGElement {
  const image = document.createElementNS(svg, "svg");
  image.setAttribute("viewBox", "0 0 16 16");
  image.setAttribute("aria-hidden", "true");
  const ring = document.createElementNS(svg, "circle");
  for (const [name, value] of Object.entries({ cx: "8", cy: "7", r: "5" })) ring.setAttribute(name, value);
  const rope = document.createElementNS(svg, "path");
  rope.setAttribute("d", "M8 8.5 14 15");
  image.append(ring, rope);
  return image;
}
