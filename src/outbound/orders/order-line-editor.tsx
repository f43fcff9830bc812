import FileText from "lucide-react/icons/file-text";
import X from "lucide-react/icons/x";
import type { ClipboardEvent, KeyboardEvent } from "react";
import { useId, useState } from "react";
import { newKey } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { useNextFocus } from "#src/kit/ui/use-next-focus.ts";
import { CustomsFields } from "./customs-fields.tsx";
import type { DraftFault, DraftLine } from "./draft-order.rules.ts";
import { createEmptyLine, customsFields, getExceeded, parsePastedLines } from "./draft-order.rules.ts";
import { useOrderable } from "./use-orderable.ts";

interface LineProps {
  /** prefix of the inputs' ids */
  readonly id: string;
  readonly line: DraftLine;
  readonly at: number;
  /** null for a retailer */
  readonly ownerUuid: string | null;
  readonly faults: ReadonlySet<DraftFault>;
  readonly onChange: (line: DraftLine) => void;
  readonly onRemove: () => void;
  readonly onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
  readonly onKey: (event: KeyboardEvent<HTMLInputElement>, field: "sku" | "quantity" | "unitPrice") => void;
}

function Line({ id, line, at, ownerUuid, faults, onChange, onRemove, onPaste, onKey }: LineProps) {
  const { t, locale } = useTranslation();
  const most = getExceeded("quantity", line.quantity);
  const [isOpen, setOpen] = useState(false);
  const offered = useOrderable(line.sku, ownerUuid);
  const known = offered.find(({ sku }) => sku.toLowerCase() === line.sku.trim().toLowerCase());
  const title = known?.name ?? line.title;
  const isWrong = (field: keyof DraftLine) => faults.has(`${line.key}:${field}`);
  const wrongCustoms = new Set(customsFields.filter(isWrong));
  const number = at + 1;
  return (
    <div className="order-line" role="group" aria-label={t("orders.line.name", { number })}>
      <TextField
        id={`${id}-sku`}
        className="order-sku"
        label={t("orders.line.sku")}
        value={line.sku}
        autoComplete="off"
        maxLength={100}
        isCode
        suggestions={offered.map(({ sku, name }) => ({ value: sku, text: name }))}
        onText={(sku) => onChange({ ...line, sku, title: "", variantUuid: "" })}
        onKeyDown={(event) => onKey(event, "sku")}
        onPaste={onPaste}
        {...(title === "" ? {} : { hint: title })}
        {...(isWrong("sku") ? { error: t("orders.wrong.sku") } : {})}
      />
      <TextField
        id={`${id}-quantity`}
        label={t("orders.line.quantity")}
        value={line.quantity}
        autoComplete="off"
        inputMode="numeric"
        maxLength={8}
        onText={(quantity) => onChange({ ...line, quantity })}
        onKeyDown={(event) => onKey(event, "quantity")}
        {...(isWrong("quantity")
          ? { error: most === null ? t("orders.wrong.whole") : t("orders.wrong.most", { most: formatNumber(most, locale) }) }
          : {})}
      />
      <TextField
        id={`${id}-unitPrice`}
        label={t("orders.line.unitPrice")}
        value={line.unitPrice}
        autoComplete="off"
        inputMode="decimal"
        maxLength={40}
        onText={(unitPrice) => onChange({ ...line, unitPrice })}
        onKeyDown={(event) => onKey(event, "unitPrice")}
        {...(isWrong("unitPrice") ? { error: t("orders.wrong.amount") } : {})}
      />
      <span className="order-line-buttons">
        <IconButton
          label={t("orders.line.openCustoms", { number })}
          icon={<FileText size={16} aria-hidden />}
          aria-expanded={isOpen || wrongCustoms.size > 0}
          onClick={() => setOpen(!isOpen)}
        />
        <IconButton label={t("orders.line.remove", { number })} icon={<X size={16} aria-hidden />} onClick={onRemove} />
      </span>
      {/* Empty fields are filled in from the product when the order is saved. */}
      {(isOpen || wrongCustoms.size > 0) && (
        <CustomsFields
          id={id}
          label={t("orders.line.customs")}
          of={line}
          faults={wrongCustoms}
          onChange={(customs) => onChange({ ...line, ...customs })}
        />
      )}
    </div>
  );
}

interface LineEditorProps extends Pick<LineProps, "ownerUuid" | "faults"> {
  readonly lines: readonly DraftLine[];
  readonly onLines: (lines: readonly DraftLine[]) => void;
}

/** Edits the lines of a draft: typed, chosen from products, or pasted from a spreadsheet. Enter in the last line adds one. */
export function OrderLineEditor({ lines, onLines, ownerUuid, faults }: LineEditorProps) {
  const { t } = useTranslation();
  const id = useId();
  const focusNext = useNextFocus();
  const focusOn = (at: number, field: string) => focusNext(() => document.getElementById(`${id}-${at}-${field}`));
  const add = () => {
    onLines([...lines, createEmptyLine(newKey())]);
    focusOn(lines.length, "sku");
  };
  const paste = (at: number, event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = parsePastedLines(event.clipboardData.getData("text"), newKey);
    if (pasted === null) return;
    event.preventDefault();
    const here = lines[at];
    const isHereEmpty = here === undefined || (here.sku === "" && here.quantity === "");
    onLines([...lines.slice(0, at), ...(isHereEmpty ? [] : [here]), ...pasted, ...lines.slice(at + 1)]);
  };
  const press = (at: number, event: KeyboardEvent<HTMLInputElement>, field: string) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (at === lines.length - 1) add();
    else focusOn(at + 1, field);
  };
  return (
    <div className="stack">
      <p className="quiet small">{t("orders.draft.pasteHint")}</p>
      <div className="order-lines">
        {lines.map((line, at) => (
          <Line
            key={line.key}
            id={`${id}-${at}`}
            line={line}
            at={at}
            ownerUuid={ownerUuid}
            faults={faults}
            onChange={(changed) => onLines(lines.map((other, index) => (index === at ? changed : other)))}
            onRemove={() => onLines(lines.filter((_, index) => index !== at))}
            onPaste={(event) => paste(at, event)}
            onKey={(event, field) => press(at, event, field)}
          />
        ))}
      </div>
      <div className="row">
        <Button onClick={add}>{t("orders.draft.addLine")}</Button>
      </div>
    </div>
  );
}
