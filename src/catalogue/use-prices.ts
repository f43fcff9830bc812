import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { amountInField, parseAmount } from "#src/wallet/money.rules.ts";
import type { CataloguePrice } from "./catalogue.contract.ts";
import type { Cell, ShownPrices, TypedPrices } from "./prices.rules.ts";
import { cellKey, shownPrices, stillTyped } from "./prices.rules.ts";

/** The prices of an item while somebody works on them. */
export interface PricesState extends ShownPrices {
  /** what a cell's field holds */
  readonly textAt: (cell: Cell) => string;
  readonly type: (cell: Cell, text: string) => void;
  /** writes amounts into cells; null empties one */
  readonly fill: (cells: readonly (readonly [Cell, number | null])[]) => void;
  /** types texts into cells, as if by hand */
  readonly paste: (cells: readonly (readonly [Cell, string])[]) => void;
  readonly discard: () => void;
  /** asked outside of a drawing */
  readonly mayBeLost: () => boolean;
}

const nothing: TypedPrices = new Map();

/** Holds what is typed over saved prices. @param saved as the server has them now; they may change while somebody types */
export function usePrices(saved: readonly CataloguePrice[]): PricesState {
  const { locale } = useTranslation();
  const [typed, setTyped] = useState<TypedPrices>(nothing);
  const parse = useCallback((text: string) => parseAmount(text, locale), [locale]);
  const [seen, setSeen] = useState(saved);
  if (seen !== saved) {
    setSeen(saved);
    // What is saved by now is typed no more: later it follows what others save.
    setTyped((now) => stillTyped(saved, now, parse));
  }
  const shown = useMemo(() => shownPrices(saved, typed, parse), [saved, typed, parse]);
  const lossy = useRef(false);
  useEffect(() => {
    lossy.current = shown.isDirty;
  }, [shown.isDirty]);
  const put = (cells: readonly (readonly [Cell, string])[]) =>
    setTyped((now) => new Map([...now, ...cells.map(([cell, text]) => [cellKey(cell), { cell, text }] as const)]));
  const inField = (cents: number | null) => (cents === null ? "" : amountInField(cents, locale));
  return {
    ...shown,
    textAt: (cell) => typed.get(cellKey(cell))?.text ?? inField(shown.at(cell)),
    type: (cell, text) => put([[cell, text]]),
    fill: (cells) => put(cells.map(([cell, cents]) => [cell, inField(cents)] as const)),
    paste: put,
    discard: () => setTyped(nothing),
    mayBeLost: () => lossy.current,
  };
}
