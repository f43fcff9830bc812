import X from "lucide-react/icons/x";
import type { ClipboardEvent, KeyboardEvent } from "react";
import { useDeferredValue, useId } from "react";
import { getProviderInput, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { newKey } from "#src/kit/api/client.ts";
import { listVariants } from "#src/warehouse/goods/goods.contract.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { DateField } from "#src/kit/ui/date-field.tsx";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { useNextFocus } from "#src/kit/ui/use-next-focus.ts";
import type { DraftLine, DraftProducts, LineField } from "./draft-lines.rules.ts";
import { createEmptyLine, findFieldProblem, findLineProblems, parsePastedLines } from "./draft-lines.rules.ts";

interface LineEditorProps {
  readonly lines: readonly DraftLine[];
  readonly onLines: (lines: readonly DraftLine[]) => void;
  /** whose products are suggested; null for a retailer, who only has its own */
  readonly ownerUuid: string | null;
  /** whether problems are shown: not before the first attempt to send */
  readonly isJudged: boolean;
  /** the products read after a refusal */
  readonly products: DraftProducts;
}

const fields: readonly { field: LineField; numeric?: true }[] = [
  { field: "sku" },
  { field: "expected", numeric: true },
  { field: "boxNumber", numeric: true },
  { field: "lot" },
  { field: "expiresOn" },
  { field: "remark" },
];

/** Suggests products for the typed text, as a native datalist. */
function useOffered(search: string, ownerUuid: string | null) {
  const asked = useDeferredValue(search.trim());
  const caller = useCaller();
  const { data } = useCallQuery(
    listVariants,
    { ...getProviderInput(caller), search: asked, page_size: 8, ...(ownerUuid === null ? {} : { owner_uuid: ownerUuid }) },
    { enabled: asked.length >= 2, staleTime: 60_000 },
  );
  return asked.length >= 2 ? (data?.result ?? []) : [];
}

const getName = ({ product_title, title }: { readonly product_title: string; readonly title: string }): string =>
  [product_title, title].filter((text) => text !== "").join(" · ");

function Line({
  id,
  line,
  at,
  ownerUuid,
  isJudged,
  products,
  onChange,
  onRemove,
  onPaste,
  onKey,
}: {
  /** prefix of the inputs' ids */
  id: string;
  line: DraftLine;
  at: number;
  ownerUuid: string | null;
  isJudged: boolean;
  products: DraftProducts;
  onChange: (line: DraftLine) => void;
  onRemove: () => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
  onKey: (event: KeyboardEvent<HTMLInputElement>, field: LineField) => void;
}) {
  const { t } = useTranslation();
  const offered = useOffered(line.sku, ownerUuid);
  const known = offered.find(({ sku }) => sku.toLowerCase() === line.sku.trim().toLowerCase());
  const problems = isJudged ? findLineProblems(line, products) : [];
  const title = known === undefined ? line.title : getName(known);
  const suggestions = offered.map((one) => ({ value: one.sku, text: getName(one) }));
  return (
    <div className="draft-line" role="group" aria-label={t("receipts.draft.lineName", { number: at + 1 })}>
      {fields.map(({ field, numeric }) => {
        const problem = findFieldProblem(problems, field);
        const error = problem === null ? {} : { error: t(`receipts.draft.wrong.${problem}`) };
        if (field === "expiresOn")
          return (
            <DateField
              key={field}
              className="draft-cell draft-expiresOn"
              label={t("receipts.draft.expiresOn")}
              value={line.expiresOn}
              onValue={(expiresOn) => onChange({ ...line, expiresOn })}
              {...error}
            />
          );
        return (
          <TextField
            key={field}
            id={`${id}-${field}`}
            className={`draft-cell draft-${field}`}
            label={t(`receipts.draft.${field}`)}
            value={line[field]}
            autoComplete="off"
            maxLength={field === "remark" ? 500 : 100}
            onText={(text) => onChange({ ...line, [field]: text, ...(field === "sku" ? { title: "" } : {}) })}
            onKeyDown={(event) => onKey(event, field)}
            {...(numeric === true ? { inputMode: "numeric" as const } : {})}
            {...(field === "sku" ? { isCode: true, suggestions, onPaste } : {})}
            {...(field === "sku" && title !== "" ? { hint: title } : {})}
            {...error}
          />
        );
      })}
      <IconButton label={t("receipts.draft.remove", { number: at + 1 })} icon={<X size={16} aria-hidden />} onClick={onRemove} />
    </div>
  );
}

/** Edits the lines of a draft: typed, chosen from products, or pasted from a spreadsheet. Enter in the last line adds one. */
export function LineEditor({ lines, onLines, ownerUuid, isJudged, products }: LineEditorProps) {
  const { t } = useTranslation();
  const id = useId();
  const shown = lines.length === 0 ? [createEmptyLine("first")] : lines;
  const focusNext = useNextFocus();
  const focusOn = (at: number, field: LineField) => focusNext(() => document.getElementById(`${id}-${at}-${field}`));
  const add = () => {
    onLines([...shown, createEmptyLine(newKey())]);
    focusOn(shown.length, "sku");
  };
  const paste = (at: number, event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = parsePastedLines(event.clipboardData.getData("text"), newKey);
    if (pasted === null) return;
    event.preventDefault();
    const [before, here, after] = [shown.slice(0, at), shown[at], shown.slice(at + 1)];
    const isHereEmpty = here === undefined || (here.sku === "" && here.expected === "");
    onLines([...before, ...(isHereEmpty ? [] : [here]), ...pasted, ...after]);
  };
  const press = (at: number, event: KeyboardEvent<HTMLInputElement>, field: LineField) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (at === shown.length - 1) add();
    else focusOn(at + 1, field);
  };
  return (
    <div className="stack">
      <p className="quiet small">{t("receipts.draft.pasteHint")}</p>
      <div className="draft-lines">
        {shown.map((line, at) => (
          <Line
            key={line.key}
            id={`${id}-${at}`}
            line={line}
            at={at}
            ownerUuid={ownerUuid}
            isJudged={isJudged}
            products={products}
            onChange={(changed) => onLines(shown.map((other, index) => (index === at ? changed : other)))}
            onRemove={() => onLines(shown.filter((_, index) => index !== at))}
            onPaste={(event) => paste(at, event)}
            onKey={(event, field) => press(at, event, field)}
          />
        ))}
      </div>
      <div className="row">
        <Button onClick={add}>{t("receipts.draft.add")}</Button>
      </div>
    </div>
  );
}
