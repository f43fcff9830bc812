import type { TFunction } from "i18next";
import type { Language } from "#src/kit/lib/languages.ts";
import { locales } from "#src/kit/lib/languages.ts";
import { makeTranslate } from "#src/kit/i18n/make-translate.ts";
import type { Given } from "./demo-panel.ts";

const loadPanel = async () => import("./demo-panel.ts");

/** Reads the demo's texts from the page, which contains them in its own language only. */
function getTexts(place: HTMLElement, language: Language): TFunction {
  const demo: unknown = JSON.parse(place.dataset["texts"] ?? "{}");
  return makeTranslate({ publicPages: { demo } }, locales[language]);
}

/** Finds an element of the demo. @throws Error if it is missing or of another kind */
function part<E extends HTMLElement>(place: HTMLElement, selector: string, kind: new () => E): E {
  const found = place.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`demo: the page has no ${selector}`);
  return found;
}

/** The demo of a page. Shows the result of the latest input. */
class Demo {
  readonly #t: TFunction;
  readonly #language: Language;
  readonly #status: HTMLElement;
  readonly #result: HTMLElement;
  #turn = 0;

  constructor(place: HTMLElement, language: Language) {
    this.#t = getTexts(place, language);
    this.#language = language;
    this.#status = part(place, ".demo-status", HTMLElement);
    this.#result = part(place, ".demo-result", HTMLElement);
  }

  pasted(text: string): Given {
    return { name: this.#t("publicPages.demo.pasted"), file: new Blob([text]) };
  }

  async show(given: Given): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    this.#say(this.#t("publicPages.demo.reading"), "quiet");
    try {
      const { showGiven } = await loadPanel();
      const shown = await showGiven(given, this.#t, this.#language);
      if (turn !== this.#turn) return;
      if (shown.kind === "problem") this.#say(shown.text, "bad");
      else this.#draw(shown.parts);
    } catch (error) {
      if (turn === this.#turn) this.#say(this.#t("publicPages.demo.loadFailed"), "bad");
      throw error;
    }
  }

  #say(text: string, tone: "quiet" | "bad"): void {
    this.#status.textContent = text;
    this.#status.dataset["tone"] = tone;
    this.#result.hidden = true;
  }

  #draw(parts: readonly HTMLElement[]): void {
    this.#status.textContent = "";
    this.#result.replaceChildren(...parts);
    this.#result.hidden = false;
    // A screen reader reads the result and continues from there.
    parts[0]?.focus();
  }
}

/** Accepts files dropped anywhere on the demo, and source text pasted anywhere but into its text field. */
function takeDrops(place: HTMLElement, demo: Demo): void {
  const zone = part(place, ".demo-drop", HTMLElement);
  place.addEventListener("dragover", (event) => {
    event.preventDefault();
    zone.dataset["over"] = "";
  });
  place.addEventListener("dragleave", () => delete zone.dataset["over"]);
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    delete zone.dataset["over"];
    const [file] = event.dataTransfer?.files ?? [];
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    if (file !== undefined) void demo.show({ name: file.name, file });
    else if (text !== "") void demo.show(demo.pasted(text));
  });
  place.addEventListener("paste", (event) => {
    if (event.target instanceof HTMLTextAreaElement) return;
    const [file] = event.clipboardData?.files ?? [];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (file !== undefined) void demo.show({ name: file.name, file });
    else if (text !== "") void demo.show(demo.pasted(text));
  });
}

/** Starts the demo of the main page; the parser is loaded at the first use. */
export function mount(place: HTMLElement, language: Language): void {
  const demo = new Demo(place, language);
  const input = part(place, ".demo-file", HTMLInputElement);
  const field = part(place, ".demo-text", HTMLTextAreaElement);
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (file !== undefined) void demo.show({ name: file.name, file });
    // Allows the same file to be chosen again after a change.
    input.value = "";
  });
  part(place, ".demo-sample", HTMLElement).addEventListener("click", () => void demo.show("sample"));
  part(place, ".demo-read", HTMLElement).addEventListener("click", () => void demo.show(demo.pasted(field.value)));
  takeDrops(place, demo);
  for (const control of place.querySelectorAll<HTMLButtonElement | HTMLInputElement>(":disabled")) control.disabled = false;
  const warm = () => void loadPanel().catch(() => undefined);
  for (const sign of ["pointerenter", "focusin", "dragenter"] as const) place.addEventListener(sign, warm, { once: true });
}
