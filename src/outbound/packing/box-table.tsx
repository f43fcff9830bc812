import X from "lucide-react/icons/x";
import type { ClipboardEvent, KeyboardEvent } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import { moveWithin } from "#src/kit/ui/move-within.ts";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { boxSides, countBoxPieces, countLeft, getGoodsKey, nameGoods, parseWhole, pasteColumn } from "./box-builder.rules.ts";
import type { DraftBox } from "./box-builder.rules.ts";
import type { Packing } from "./packing.contract.ts";
import { longestMark } from "./packing.rules.ts";

interface TableProps {
  readonly packing: Packing;
  readonly boxes: readonly DraftBox[];
  /** the id of the text that explains the keys */
  readonly hint: string;
  readonly onChange: (boxes: readonly DraftBox[]) => void;
}

/** A field of the table. */
interface Cell {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly isNumber: boolean;
  readonly isWrong: boolean;
  readonly placeholder: string;
  set(box: DraftBox, text: string): DraftBox;
  /** what the key for "the rest" puts in; null if the cell has no such thing */
  readonly rest: string | null;
}

function useCells(packing: Packing, boxes: readonly DraftBox[]) {
  const { t } = useTranslation();
  return (box: DraftBox, at: number): Cell[] => {
    const place = `${at + 1}/${boxes.length}`;
    const named = { box: box.mark.trim() === "" ? place : box.mark };
    return [
      {
        id: "mark",
        label: t("packing.builder.markOf", named),
        value: box.mark,
        isNumber: false,
        isWrong: false,
        placeholder: place,
        set: (to, mark) => ({ ...to, mark }),
        rest: null,
      },
      ...packing.items.map((item): Cell => {
        const key = getGoodsKey(item);
        const value = box.counts[key] ?? "";
        const mine = parseWhole(value) ?? 0;
        return {
          id: key,
          label: t("packing.builder.piecesOf", { ...named, sku: nameGoods(item) }),
          value,
          isNumber: true,
          isWrong: parseWhole(value) === null || (mine > 0 && countLeft(item, boxes) < 0),
          placeholder: "",
          set: (to, text) => ({ ...to, counts: { ...to.counts, [key]: text } }),
          rest: String(Math.max(0, countLeft(item, boxes) + mine)),
        };
      }),
      ...boxSides.map((side): Cell => ({
        id: side,
        label: t(`packing.builder.${side}Of`, named),
        value: box[side],
        isNumber: true,
        isWrong: parseWhole(box[side]) === null,
        placeholder: "",
        set: (to, text) => ({ ...to, [side]: text }),
        rest: null,
      })),
    ];
  };
}

/** Boxes by SKUs: the pieces of each, the mark and the size. Enter and the arrows go from box to box, "=" puts in what is left, a pasted column fills down. */
export function BoxTable({ packing, boxes, hint, onChange }: TableProps) {
  const { t, locale } = useTranslation();
  const listCells = useCells(packing, boxes);
  const setAt = (at: number, to: (box: DraftBox) => DraftBox) => onChange(boxes.map((box, index) => (index === at ? to(box) : box)));

  function takeKey(event: KeyboardEvent<HTMLInputElement>, at: number, cell: Cell): void {
    const { key } = event;
    if (event.ctrlKey || event.metaKey) return;
    if (key === "Enter" || key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      moveWithin(event.currentTarget, key === "ArrowUp" ? -1 : 1);
    } else if (key === "=" && cell.rest !== null) {
      event.preventDefault();
      const { rest } = cell;
      setAt(at, (box) => cell.set(box, rest === "0" ? "" : rest));
    }
  }
  function paste(event: ClipboardEvent<HTMLInputElement>, at: number, cell: Cell): void {
    const lines = event.clipboardData
      .getData("text")
      .replace(/\r?\n$/, "")
      .split(/\r?\n/);
    if (lines.length < 2) return;
    event.preventDefault();
    onChange(pasteColumn(boxes, at, lines, (box, text) => cell.set(box, text)));
  }

  const sum = boxes.reduce((all, box) => all + countBoxPieces(box, packing.items), 0);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways
    <div className="box-frame" role="region" aria-label={t("packing.builder.table")} tabIndex={0}>
      <table className="box-table" aria-describedby={hint}>
        <thead>
          <tr>
            <th scope="col">{t("packing.builder.mark")}</th>
            {packing.items.map((item) => (
              <th key={getGoodsKey(item)} scope="col" title={item.title} translate="no">
                {nameGoods(item)}
              </th>
            ))}
            {boxSides.map((side) => (
              <th key={side} scope="col">
                {t(`packing.builder.${side}`)}
              </th>
            ))}
            <th scope="col" className="number">
              {t("packing.builder.pieces")}
            </th>
            <th scope="col">
              <span className="visually-hidden">{t("packing.builder.remove")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {boxes.map((box, at) => (
            <tr key={box.key}>
              {listCells(box, at).map((cell) => (
                <td key={cell.id}>
                  <TextField
                    label={cell.label}
                    isLabelHidden
                    className={cell.isNumber ? "box-number" : "box-mark"}
                    value={cell.value}
                    placeholder={cell.placeholder}
                    inputMode={cell.isNumber ? "numeric" : "text"}
                    maxLength={cell.isNumber ? 8 : longestMark}
                    autoComplete="off"
                    isCode
                    {...(cell.isWrong ? { error: t("packing.builder.wrong") } : {})}
                    onText={(text) => setAt(at, (to) => cell.set(to, text))}
                    onKeyDown={(event) => takeKey(event, at, cell)}
                    onPaste={(event) => paste(event, at, cell)}
                  />
                </td>
              ))}
              <td className="number">{formatNumber(countBoxPieces(box, packing.items), locale)}</td>
              <td>
                <IconButton
                  label={t("packing.builder.removeBox", { box: box.mark.trim() === "" ? `${at + 1}/${boxes.length}` : box.mark })}
                  icon={<X size={16} aria-hidden />}
                  onClick={() => onChange(boxes.filter(({ key }) => key !== box.key))}
                />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("packing.builder.left")}</th>
            {packing.items.map((item) => (
              <td key={getGoodsKey(item)} className="number">
                {formatNumber(countLeft(item, boxes), locale)}
              </td>
            ))}
            <td colSpan={boxSides.length} />
            <td className="number">{formatNumber(sum, locale)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
