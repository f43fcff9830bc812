interface WholeTextsProps {
  /** id of the row in focus */
  readonly rowId: string;
  /** from the top of the drawn rows, in px */
  readonly top: number;
}

/** Writes the texts of a row that were cut; where none was, the place stays hidden. */
function fill(place: HTMLElement | null, rowId: string): void {
  if (place === null) return;
  const cells = [...(document.getElementById(rowId)?.querySelectorAll<HTMLElement>("[role=gridcell][title]") ?? [])];
  const cut = cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  place.hidden = cut.length === 0;
  place.replaceChildren(
    ...cut.map(({ title }) => {
      const line = document.createElement("p");
      line.textContent = title;
      return line;
    }),
  );
}

/** Below the row that the keyboard is on: its texts that were cut, whole. A pointer has the same as a title; who hears the row hears all of it anyway. */
export function WholeTexts({ rowId, top }: WholeTextsProps) {
  // What is cut is known only once the row is drawn, and anew whenever it was.
  return <div ref={(place) => fill(place, rowId)} className="list-whole" role="presentation" aria-hidden="true" style={{ top }} />;
}
