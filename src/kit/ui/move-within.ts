/** Moves the focus from a field of a table to the same field of the row below or above, and selects its text; nothing at the end. */
export function moveWithin(input: HTMLInputElement, by: 1 | -1): void {
  const cell = input.closest("td");
  const row = cell?.closest("tr");
  const next = by === 1 ? row?.nextElementSibling : row?.previousElementSibling;
  const field = next?.children[cell?.cellIndex ?? 0]?.querySelector("input");
  field?.focus();
  field?.select();
}
