/** Selects the fields that can take the focus. */
export const fieldSelector = "input:not([type=hidden], [tabindex='-1'], :disabled), textarea:not(:disabled), [role=spinbutton]";

/** Whether a field has a text. Of a radio group only the chosen radio, its stop for the Tab key, counts as a field to fill in. */
function isFilled(field: HTMLElement): boolean {
  if (field instanceof HTMLInputElement && field.type === "radio") return !field.checked;
  return (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== "";
}

/** Focuses the first empty field of a form; the first field where all are filled in. */
export function focusFirst(form: HTMLElement | null): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>(fieldSelector) ?? [])];
  (fields.find((field) => !isFilled(field)) ?? fields[0])?.focus();
}

/** Finds what takes the focus of the first invalid field, if any. */
export function findFirstInvalid(form: HTMLElement | null): HTMLElement | null {
  const field = form?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid]") ?? null;
  if (field === null || field.matches(fieldSelector)) return field;
  return field.querySelector<HTMLElement>(fieldSelector) ?? field.querySelector<HTMLElement>("button");
}

/** Focuses the first invalid field, if any. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  findFirstInvalid(form)?.focus();
}
