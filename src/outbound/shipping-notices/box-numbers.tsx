import type { ClipboardEvent, KeyboardEvent, ReactNode } from "react";
import { useId, useRef, useState } from "react";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { BlockableAction } from "#src/kit/ui/action/action-button.tsx";
import { moveWithin } from "#src/kit/ui/move-within.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { FileInput } from "#src/kit/ui/file-input.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { mostNumberLength } from "#src/outbound/waybills/waybills.rules.ts";
import { findFaults, listGiven, placeRows, splitCells } from "./box-numbers.rules.ts";
import type { Numbers, StrayRow } from "./box-numbers.rules.ts";
import { readNumberFile } from "./read-number-file.ts";
import { enterBoxNumbers } from "./shipping-notices.contract.ts";
import type { NoticeBox } from "./shipping-notices.contract.ts";

/** What was typed and placed, with what was there before each step. */
function useDraft(boxes: readonly NoticeBox[]) {
  const [numbers, setNumbers] = useState<Numbers>({});
  const [past, setPast] = useState<readonly Numbers[]>([]);
  const [strays, setStrays] = useState<readonly StrayRow[]>([]);
  const typedIn = useRef("");
  return {
    numbers,
    strays,
    canUndo: past.length > 0,
    /** What is typed into one field without a pause is one step. */
    type(parcelUuid: string, text: string) {
      if (typedIn.current !== parcelUuid) setPast([...past, numbers]);
      typedIn.current = parcelUuid;
      setNumbers({ ...numbers, [parcelUuid]: text });
    },
    place(from: number, rows: readonly (readonly string[])[]) {
      const placed = placeRows(boxes, numbers, from, rows);
      typedIn.current = "";
      setPast([...past, numbers]);
      setNumbers(placed.numbers);
      setStrays(placed.strays);
    },
    undo() {
      typedIn.current = "";
      setNumbers(past.at(-1) ?? {});
      setPast(past.slice(0, -1));
      setStrays([]);
    },
  };
}

function Strays({ rows }: { readonly rows: readonly StrayRow[] }) {
  const { t, locale } = useTranslation();
  if (rows.length === 0) return null;
  return (
    <Notice tone="warn" title={t("shippingNotices.numbers.strays", { count: rows.length })}>
      <ul>
        {rows.slice(0, 20).map(({ row, text, why }) => (
          <li key={row}>{t(`shippingNotices.numbers.stray.${why}`, { row: formatNumber(row, locale), text })}</li>
        ))}
      </ul>
    </Notice>
  );
}

function listColumns(t: Translate, locale: string, drawField: (box: NoticeBox) => ReactNode): ShortColumn<NoticeBox>[] {
  return [
    { id: "box", title: t("shippingNotices.column.box"), show: ({ box_mark }) => <strong translate="no">{box_mark}</strong> },
    { id: "parcel", title: t("shippingNotices.column.parcel"), show: ({ parcel_number }) => <span translate="no">{parcel_number}</span> },
    {
      id: "pieces",
      title: t("shippingNotices.column.pieces"),
      isNumber: true,
      show: ({ piece_count }) => formatNumber(piece_count, locale),
    },
    { id: "waybill", title: t("shippingNotices.column.waybill"), show: drawField },
  ];
}

interface BoxNumbersProps {
  readonly orderUuid: string;
  readonly boxes: readonly NoticeBox[];
  readonly onClose: () => void;
  /** some were saved, or the boxes have changed meanwhile */
  readonly onSaved: () => void;
}

/** Waybill numbers of boxes, typed, scanned, pasted as a column of a spreadsheet, or read from a file. */
export function BoxNumbers({ orderUuid, boxes, onClose, onSaved }: BoxNumbersProps) {
  const { t, locale } = useTranslation();
  const { language } = useAppearance();
  const hint = useId();
  const call = useCallMutation(enterBoxNumbers);
  const chooser = useRef<HTMLInputElement>(null);
  const { numbers, strays, canUndo, type, place, undo } = useDraft(boxes);
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const show = useToasts((store) => store.show);
  const waiting = boxes.filter(({ takes_number }) => takes_number);
  const given = listGiven(waiting, numbers);
  const faults = findFaults(
    waiting,
    numbers,
    new Set(boxes.flatMap(({ waybill_number }) => (waybill_number === "" ? [] : [waybill_number]))),
  );
  const reason =
    faults.size > 0
      ? t("shippingNotices.numbers.faults", { count: faults.size })
      : given.length === 0
        ? t("shippingNotices.numbers.none")
        : null;

  async function save(): Promise<void> {
    if (reason !== null || call.isPending) return;
    try {
      const { done, failed } = await call.perform({ order_uuid: orderUuid, rows: given });
      setRefusals(new Map(failed.map(({ order_id, message }) => [order_id, message[language]])));
      if (done > 0) show("good", t("shippingNotices.numbers.saved", { count: done }));
      if (failed.length === 0) onClose();
    } catch (error) {
      // A toast has reported it.
      if (!(error instanceof CallProblem)) throw error;
    }
    onSaved();
  }

  async function readFile(file: File | undefined): Promise<void> {
    const rows = file === undefined ? null : await readNumberFile(file);
    if (rows === null) show("bad", t("shippingNotices.numbers.unreadable"));
    else place(0, rows);
  }

  function takeKey(event: KeyboardEvent<HTMLInputElement>): void {
    const { key } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    if (!isCommand && (key === "Enter" || key === "ArrowDown" || key === "ArrowUp")) {
      event.preventDefault();
      moveWithin(event.currentTarget, key === "ArrowUp" ? -1 : 1);
    } else if (isCommand && key.toLowerCase() === "z" && canUndo) {
      event.preventDefault();
      undo();
    }
  }

  function paste(event: ClipboardEvent<HTMLInputElement>, at: number): void {
    const rows = splitCells(event.clipboardData.getData("text"));
    if (rows.length < 2 && (rows[0]?.length ?? 0) < 2) return;
    event.preventDefault();
    place(at, rows);
  }

  function drawField({ parcel_uuid, box_mark }: NoticeBox): ReactNode {
    const fault = faults.get(parcel_uuid);
    const error = fault === undefined ? refusals.get(parcel_uuid) : t(`shippingNotices.numbers.fault.${fault}`);
    const at = waiting.findIndex((box) => box.parcel_uuid === parcel_uuid);
    return (
      <TextField
        label={t("shippingNotices.numbers.of", { box: box_mark })}
        isLabelHidden
        className="box-waybill"
        value={numbers[parcel_uuid] ?? ""}
        maxLength={mostNumberLength}
        autoComplete="off"
        isCode
        {...(error === undefined ? {} : { error })}
        onText={(text) => type(parcel_uuid, text)}
        onKeyDown={takeKey}
        onPaste={(event) => paste(event, at)}
      />
    );
  }

  return (
    <section
      className="stack"
      aria-label={t("shippingNotices.numbers.title")}
      aria-describedby={hint}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
      }}
    >
      <p className="quiet small" id={hint}>
        {t("shippingNotices.numbers.hint")}
      </p>
      <div className="row">
        <BlockableAction reason={reason}>
          {(blocked) => (
            <Button tone={reason === null ? "primary" : "normal"} isPending={call.isPending} onClick={() => void save()} {...blocked}>
              {t("shippingNotices.numbers.save", { count: given.length })}
            </Button>
          )}
        </BlockableAction>
        <Button onClick={() => chooser.current?.click()}>{t("shippingNotices.numbers.file")}</Button>
        <FileInput
          ref={chooser}
          label={t("shippingNotices.numbers.file")}
          accept=".xlsx,.xls,.csv,.txt"
          onFiles={([file]) => void readFile(file)}
        />
        <Button isDisabled={!canUndo} onClick={undo}>
          {t("shippingNotices.numbers.undo")}
        </Button>
        <Button onClick={onClose}>{t("shippingNotices.numbers.close")}</Button>
      </div>
      <Strays rows={strays} />
      <ShortTable
        label={t("shippingNotices.numbers.title")}
        columns={listColumns(t, locale, drawField)}
        rows={waiting}
        rowKey={({ parcel_uuid }) => parcel_uuid}
        empty={t("shippingNotices.numbers.all")}
      />
    </section>
  );
}
