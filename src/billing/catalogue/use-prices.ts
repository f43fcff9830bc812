import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatAmountForField, parseAmount } from "#src/kit/lib/money.ts";
import type { CataloguePrice } from "./catalogue.contract.ts";
import type { Cell, ShownPrices, TypedPrices } from "./price-grid.rules.ts";
import { getCellKey, applyTypedPrices, filterUnsaved } from "./price-grid.rules.ts";

/** The prices of an item during editing. */
export interface PricesState extends ShownPrices {
  /** the text of a cell */
  readonly textAt: (cell: Cell) => string;
  readonly type: (cell: Cell, text: string) => void;
  /** fills cells with amounts; null empties one */
  readonly fill: (cells: readonly (readonly [Cell, number | null])[]) => void;
  /** pastes texts into cells, as if typed */
  readonly paste: (cells: readonly (readonly [Cell, string])[]) => void;
  readonly discard: () => void;
  /** for use outside of rendering */
  readonly mayBeLost: () => boolean;
}

const nothing: TypedPrices = new Map();

/**
 * Keeps typed prices over the saved ones.
 * @param saved current prices on the server, which may change during editing
 */
export function usePrices(saved: readonly CataloguePrice[]): PricesState {
  const { locale } = useTranslation();
  const [typed, setTyped] = useState<TypedPrices>(nothing);
  const parse = useCallback((text: string) => parseAmount(text, locale), [locale]);
  const [seen, setSeen] = useState(saved);
  if (seen !== saved) {
    setSeen(saved);
    // Drops saved texts, so that these cells follow others' changes.
    setTyped((now) => filterUnsaved(saved, now, parse));
  }
  const shown = useMemo(() => applyTypedPrices(saved, typed, parse), [saved, typed, parse]);
  const lossy = useRef(false);
  useEffect(() => {
    lossy.current = shown.isDirty;
  }, [shown.isDirty]);
  const put = (cells: readonly (readonly [Cell, string])[]) =>
    setTyped((now) => new Map([...now, ...cells.map(([cell, text]) => [getCellKey(cell), { cell, text }] as const)]));
  const inField = (cents: number | null) => (cents === null ? "" : formatAmountForField(cents, locale));
  return {
    ...shown,
    textAt: (cell) => typed.get(getCellKey(cell))?.text ?? inField(shown.at(cell)),
    type: (cell, text) => put([[cell, text]]),
    fill: (cells) => put(cells.map(([cell, cents]) => [cell, inField(cents)] as const)),
    paste: put,
    discard: () => setTyped(nothing),
    mayBeLost: () => lossy.current,
  };
}
