const inputs = "input:not([type=hidden], [tabindex='-1'], :disabled), textarea:not(:disabled), [role=spinbutton]";

const isFilled = (field: HTMLElement): boolean =>
  field instanceof HTMLInputElement && (field.type === "radio" ? !field.checked : field.value !== "");

/** Focuses the first empty field of a form; the first field where all are filled in. */
export function focusFirst(form: HTMLElement | null): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>(inputs) ?? [])];
  (fields.find((field) => !isFilled(field)) ?? fields[0])?.focus();
}

/** Focuses the first invalid field, if any. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid]");
  if (field?.matches(inputs) === true) return field.focus();
  (field?.querySelector<HTMLElement>(inputs) ?? field?.querySelector<HTMLElement>("button"))?.focus();
}
