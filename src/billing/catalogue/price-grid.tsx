import ArrowDown from "lucide-react/icons/arrow-down";
import type { ClipboardEvent, KeyboardEvent } from "react";
import { useId } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { formatAmountForField, formatAmount } from "#src/kit/lib/money.ts";
import type { CatalogueItem } from "./catalogue.contract.ts";
import type { Cell } from "./price-grid.rules.ts";
import { getCellKey, findInheritedPrice, parsePastedCells } from "./price-grid.rules.ts";
import type { NamedColumn } from "./use-columns.ts";
import type { PricesState } from "./use-prices.ts";

interface GridProps {
  readonly variants: CatalogueItem["variants"];
  readonly columns: readonly NamedColumn[];
  readonly currency: string;
  readonly prices: PricesState;
  readonly mayEdit: boolean;
}

const step: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1, Enter: 1 };

/** Up, Down and Enter move within a column, as in a spreadsheet. */
function moveByKey(event: KeyboardEvent<HTMLInputElement>, idAt: (row: number) => string, row: number): void {
  const by = step[event.key];
  if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const next = document.getElementById(idAt(row + by));
  if (!(next instanceof HTMLInputElement)) return;
  event.preventDefault();
  next.focus();
  next.select();
}

/** Prices by variant and payer. An empty cell shows the inherited price in grey; on a narrow screen each variant is a card. */
export function PriceGrid(props: GridProps) {
  const { variants, columns, currency, prices, mayEdit } = props;
  const { t } = useTranslation();
  const id = useId();
  const cellAt = (row: number, place: number): Cell | null => {
    const [variant, column] = [variants[row], columns[place]];
    if (variant === undefined || column === undefined) return null;
    return { variantUuid: variant.variant_uuid, currency, scope: column.scope, scopeUuid: column.scopeUuid };
  };
  const fillDown = (place: number) => {
    const first = cellAt(0, place);
    const price = first === null ? null : prices.at(first);
    prices.fill(variants.flatMap((_, row) => [cellAt(row, place)].flatMap((cell) => (cell === null ? [] : [[cell, price] as const]))));
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>, row: number, place: number) => {
    const cells = parsePastedCells(event.clipboardData.getData("text/plain"));
    if (cells === null) return;
    event.preventDefault();
    prices.paste(
      cells.flatMap((texts, down) =>
        texts.flatMap((text, along) =>
          [cellAt(row + down, place + along)].flatMap((cell) => (cell === null ? [] : [[cell, text] as const])),
        ),
      ),
    );
  };
  return (
    <div className="catalogue-grid" tabIndex={0} role="region" aria-label={t("catalogue.prices.grid")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("catalogue.prices.variant")}</th>
            {columns.map((column, place) => (
              <th key={column.key} scope="col">
                <span className="catalogue-heading">
                  <span className="stack-tight">
                    <span>{column.name}</span>
                    {column.scope !== "list" && <span className="quiet small">{t(`catalogue.prices.scope.${column.scope}`)}</span>}
                  </span>
                  {mayEdit && variants.length > 1 && (
                    <IconButton
                      label={t("catalogue.prices.fillDown", { column: column.name })}
                      icon={<ArrowDown size={16} aria-hidden />}
                      onClick={() => fillDown(place)}
                    />
                  )}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {variants.map((variant, row) => (
            <tr key={variant.variant_uuid}>
              <th scope="row">
                <span className="stack-tight">
                  <span>{variant.sku}</span>
                  {variant.title !== "" && <span className="quiet small">{variant.title}</span>}
                </span>
              </th>
              {columns.map((column, place) => (
                <td key={column.key} data-title={column.name}>
                  <PriceCell
                    {...props}
                    id={`${id}-${row}-${place}`}
                    cell={{ variantUuid: variant.variant_uuid, currency, scope: column.scope, scopeUuid: column.scopeUuid }}
                    column={column}
                    sku={variant.sku}
                    onKey={(event) => moveByKey(event, (other) => `${id}-${other}-${place}`, row)}
                    onPasted={(event) => paste(event, row, place)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps extends GridProps {
  readonly id: string;
  readonly cell: Cell;
  readonly column: NamedColumn;
  readonly sku: string;
  readonly onKey: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly onPasted: (event: ClipboardEvent<HTMLInputElement>) => void;
}

function PriceCell({ id, cell, column, sku, prices, currency, mayEdit, onKey, onPasted }: CellProps) {
  const { t, locale } = useTranslation();
  // If a retailer's tier is unknown, so is its inherited price.
  const inherited =
    column.scope === "retailer" && column.tierUuid === undefined ? null : findInheritedPrice(cell, column.tierUuid ?? null, prices.at);
  if (!mayEdit) {
    const own = prices.at(cell);
    if (own !== null) return <span className="number">{formatAmount(own, currency, locale)}</span>;
    return (
      <span className="quiet number">{inherited === null ? t("catalogue.prices.none") : formatAmount(inherited, currency, locale)}</span>
    );
  }
  const isWrong = prices.wrong.has(getCellKey(cell));
  return (
    <TextField
      id={id}
      className="catalogue-price"
      label={t("catalogue.prices.cell", { sku, column: column.name, currency })}
      isLabelHidden
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      placeholder={inherited === null ? t("catalogue.prices.none") : formatAmountForField(inherited, locale)}
      value={prices.textAt(cell)}
      onText={(text) => prices.type(cell, text)}
      onKeyDown={onKey}
      {...(isWrong ? { error: t("catalogue.claim.priceWrong") } : {})}
      onPaste={onPasted}
    />
  );
}
