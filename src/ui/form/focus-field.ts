const inputs = "input:not([type=hidden], [tabindex='-1'], :disabled), textarea:not(:disabled), [role=spinbutton]";

const isFilled = (field: HTMLElement): boolean =>
  field instanceof HTMLInputElement && (field.type === "radio" ? !field.checked : field.value !== "");

/** Gives the focus to the first field of a form that is still empty; to the first where all are filled in. */
export function focusFirst(form: HTMLElement | null): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>(inputs) ?? [])];
  (fields.find((field) => !isFilled(field)) ?? fields[0])?.focus();
}

/** Gives the focus to the first field that is wrong; to none where all are good. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid]");
  if (field?.matches(inputs) === true) return field.focus();
  (field?.querySelector<HTMLElement>(inputs) ?? field?.querySelector<HTMLElement>("button"))?.focus();
}
