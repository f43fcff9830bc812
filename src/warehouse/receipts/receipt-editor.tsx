import { useEffect, useMemo, useRef, useState } from "react";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { getProviderInput, useCallQuery, useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { listVariants } from "#src/warehouse/goods/goods.contract.ts";
import { OwnerChoice } from "#src/warehouse/goods/owner-choice.screen.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { listText, formatNumber } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { DateField } from "#src/kit/ui/date-field.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { readDraft, writeDraft } from "#src/kit/ui/form/drafts.storage.ts";
import { LeaveGuard } from "#src/kit/ui/form/leave-guard.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";
import type { DraftLine, DraftProducts } from "./draft-lines.rules.ts";
import { sumDraft, createEmptyLine, isEmptyLine, findLineProblems, toAnnouncedLines } from "./draft-lines.rules.ts";
import { LineEditor } from "./line-editor.tsx";
import { ReceiptNotFound } from "./receipt-not-found.tsx";
import type { ReceiptView } from "./receipt-view.rules.ts";
import type { ReceiptDetail } from "./receipts.contract.ts";
import { addStorage, receipt as receiptCall, updateReceipt } from "./receipts.contract.ts";

interface Draft {
  readonly warehouseUuid: string;
  readonly ownerUuid: string;
  readonly reference: string;
  readonly expectedOn: string;
  readonly remark: string;
  readonly lines: readonly DraftLine[];
}

/** The most SKUs that are checked after a refusal. */
const mostAsked = 100;
/** A code may also be the barcode of other products. */
const mostOfCode = 20;

const empty: Draft = { warehouseUuid: "", ownerUuid: "", reference: "", expectedOn: "", remark: "", lines: [] };

type NewReceiptView = Extract<ReceiptView, { kind: "new" }>;

/** Creates a draft, with a first line if a SKU was given. */
function createDraft({ sku, ownerUuid = "" }: NewReceiptView): Draft {
  return sku === undefined ? empty : { ...empty, ownerUuid, lines: [{ ...createEmptyLine("first"), sku }] };
}

function toDraft({ warehouse_uuid, owner_uuid, reference, expected_on, remark, lines }: ReceiptDetail): Draft {
  return {
    warehouseUuid: warehouse_uuid,
    ownerUuid: owner_uuid,
    reference,
    expectedOn: expected_on,
    remark,
    lines: lines.map((line) => ({
      key: line.line_uuid,
      sku: line.sku,
      title: [line.title, line.variant_title].filter((text) => text !== "").join(" · "),
      expected: String(line.expected),
      boxNumber: line.box_number === null ? "" : String(line.box_number),
      lot: line.lot,
      expiresOn: line.expires_on,
      remark: line.remark,
    })),
  };
}

/** Reads the unsaved input of the last visit; null if it has another shape. */
function parseSavedDraft(values: Readonly<Record<string, unknown>> | undefined): Draft | null {
  if (values === undefined || !Array.isArray(values["lines"])) return null;
  const isText = (of: object, keys: readonly string[]) => keys.every((key) => typeof Reflect.get(of, key) === "string");
  const heads = ["warehouseUuid", "ownerUuid", "reference", "expectedOn", "remark"];
  const cells = ["key", "sku", "title", "expected", "boxNumber", "lot", "expiresOn", "remark"];
  const areLines = values["lines"].every((line: unknown) => typeof line === "object" && line !== null && isText(line, cells));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the texts and the lines were checked above
  return isText(values, heads) && areLines ? (values as unknown as Draft) : null;
}

interface EditorProps {
  readonly place: NewReceiptView | { readonly kind: "edited"; readonly uuid: string };
  readonly go: (place: ReceiptView) => void;
  readonly onChanged: () => void;
}

/** Edits a receipt: save as a draft, or submit. */
export function ReceiptEditor({ place, go, onChanged }: EditorProps) {
  if (place.kind === "edited") return <DraftEditor uuid={place.uuid} go={go} onChanged={onChanged} />;
  return <NewEditor place={place} go={go} onChanged={onChanged} />;
}

function NewEditor({ place, go, onChanged }: EditorProps & { place: NewReceiptView }) {
  const [initial] = useState(() => createDraft(place));
  // A receipt announced from the stock list has its own draft, which neither uses nor replaces other unsaved input.
  const subject = place.sku === undefined ? "new" : `new ${place.ownerUuid ?? ""} ${place.sku}`;
  return <Editor initial={initial} subject={subject} of={null} go={go} onChanged={onChanged} />;
}

function DraftEditor({ uuid, go, onChanged }: Omit<EditorProps, "place"> & { uuid: string }) {
  const { t } = useTranslation();
  const { data, error } = useCallQuery(receiptCall, { receipt_uuid: uuid });
  if (error !== null) return <ReceiptNotFound go={go} />;
  if (data === undefined) return <p className="quiet">{t("ui.loading")}</p>;
  if (data.status !== "draft")
    return (
      <div className="stack">
        <h1>{data.receipt_number}</h1>
        <Notice tone="warn" title={t("receipts.draft.noDraft")}>
          <Button onClick={() => go({ kind: "shown", uuid })}>{t("receipts.draft.look")}</Button>
        </Notice>
      </div>
    );
  return <Editor key={data.version} initial={toDraft(data)} subject={data.receipt_uuid} of={data} go={go} onChanged={onChanged} />;
}

/** Refusals about a product of some line. They name no line, so that the products are read to mark it. */
const productRefusals = new Set(["receipts.skuUnknown", "receipts.lotNotKept", "receipts.expiryNotKept"]);

/** Reads the products of some lines, one by one. */
async function findProducts(caller: Caller, lines: readonly { readonly sku: string }[], ownerUuid: string): Promise<DraftProducts> {
  const skus = [...new Set(lines.map(({ sku }) => sku.toLowerCase()))];
  const products = new Map<string, { keeps_lots: boolean; keeps_expiry: boolean } | null>();
  for (const code of skus.slice(0, mostAsked)) {
    const { result } = await caller.client.call(
      listVariants,
      { ...getProviderInput(caller), code, page_size: mostOfCode, ...(ownerUuid === "" ? {} : { owner_uuid: ownerUuid }) },
      { isQuiet: true },
    );
    products.set(code, result.find(({ sku }) => sku.toLowerCase() === code) ?? null);
  }
  return products;
}

type FormProps = Omit<EditorProps, "place"> & { initial: Draft; subject: string; of: ReceiptDetail | null };

function Editor({ initial, subject, of, go, onChanged }: FormProps) {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const { role, scope } = caller;
  const draftName = useMemo(() => ({ username: scope.username, form: "receipts.receipt", subject }), [scope, subject]);
  const isStaff = role !== "dropShipper";
  const warehouses = useCallQuery(queryStorage, { page_size: 200, is_closed: false }).data?.result ?? null;
  const add = useCallMutation(addStorage);
  const update = useCallMutation(updateReceipt);
  const [draft, setDraft] = useState(() => parseSavedDraft(readDraft(draftName)?.values) ?? initial);
  const [isJudged, setJudged] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [products, setProducts] = useState<DraftProducts>(new Map());
  const saved = useRef(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const only = warehouses?.length === 1 ? warehouses[0]?.warehouse_uuid : undefined;
  const warehouseUuid = draft.warehouseUuid || (only ?? "");
  const ownerUuid = isStaff ? draft.ownerUuid || scope.providerUuid : "";
  const sums = useMemo(() => sumDraft(draft.lines), [draft.lines]);
  const set = (part: Partial<Draft>) =>
    setDraft((now) => {
      const next = { ...now, ...part };
      writeDraft(draftName, { at: new Date().toISOString(), values: { ...next } });
      return next;
    });
  const isBusy = add.isPending || update.isPending;

  async function send(submit: boolean) {
    setJudged(true);
    setProblem(null);
    if (warehouseUuid === "") {
      setProblem(t("receipts.draft.whichWarehouse"));
      return;
    }
    if (draft.lines.some((line) => findLineProblems(line).length > 0) || (submit && draft.lines.every(isEmptyLine))) {
      setProblem(t(draft.lines.every(isEmptyLine) ? "receipts.draft.noLines" : "receipts.draft.mend"));
      return;
    }
    const head = {
      ...(warehouseUuid === "" ? {} : { warehouse_uuid: warehouseUuid }),
      reference: draft.reference,
      expected_on: draft.expectedOn === "" ? null : draft.expectedOn,
      remark: draft.remark,
      lines: toAnnouncedLines(draft.lines),
      submit,
    };
    try {
      const done =
        of === null
          ? await add.perform({ ...head, ...(ownerUuid === "" ? {} : { owner_uuid: ownerUuid }) })
          : await update.perform({ ...head, receipt_uuid: of.receipt_uuid, version: of.version });
      saved.current = true;
      writeDraft(draftName, null);
      onChanged();
      useToasts.getState().show("good", t(submit ? "receipts.draft.submitted" : "receipts.draft.saved", { number: done.receipt_number }));
      go({ kind: "shown", uuid: done.receipt_uuid });
    } catch (error) {
      // A toast has reported it; the input stays.
      if (!(error instanceof CallProblem)) throw error;
      if (!productRefusals.has(error.codeName ?? "")) return;
      const isWithLot = error.codeName !== "receipts.skuUnknown";
      const doubtful = toAnnouncedLines(draft.lines).filter(({ lot, expires_on }) => !isWithLot || lot !== "" || expires_on !== null);
      setProducts(await findProducts(caller, doubtful, ownerUuid));
      setProblem(t("receipts.draft.mend"));
    }
  }

  const noWarehouse = warehouses !== null && warehouses.length === 0;
  return (
    <div className="stack receipts">
      <div className="row row-apart">
        <h1 tabIndex={-1} ref={heading}>
          {of === null ? t("receipts.draft.titleNew") : t("receipts.draft.titleEdit", { number: of.receipt_number })}
        </h1>
        <Button onClick={() => go(of === null ? { kind: "list" } : { kind: "shown", uuid: of.receipt_uuid })}>
          {t("receipts.draft.leave")}
        </Button>
      </div>
      {noWarehouse && <Notice tone="warn" title={t("receipts.draft.noWarehouse")} />}
      {of !== null && of.reason !== "" && (
        <Notice tone="warn" title={t("receipts.page.returned")}>
          <p>{of.reason}</p>
        </Notice>
      )}
      <section className="panel stack">
        <div className="receipt-head">
          <Select
            label={t("receipts.column.warehouse")}
            {...(isJudged && warehouseUuid === "" ? { error: t("receipts.draft.whichWarehouse") } : {})}
            value={warehouseUuid}
            nothing={t("receipts.draft.choose")}
            options={(warehouses ?? []).map(({ warehouse_uuid, name }) => ({ value: warehouse_uuid, text: name }))}
            onValue={(value) => set({ warehouseUuid: value })}
          />
          {isStaff && of === null && (
            <OwnerChoice
              label={t("receipts.column.owner")}
              value={ownerUuid}
              nothing={null}
              onValue={(value) => set({ ownerUuid: value })}
            />
          )}
          <DateField label={t("receipts.column.expectedOn")} value={draft.expectedOn} onValue={(expectedOn) => set({ expectedOn })} />
          <TextField
            label={t("receipts.column.reference")}
            hint={t("receipts.draft.referenceHint")}
            value={draft.reference}
            maxLength={100}
            onText={(reference) => set({ reference })}
          />
          <TextField label={t("receipts.column.remark")} value={draft.remark} maxLength={1000} onText={(remark) => set({ remark })} />
        </div>
      </section>
      <section className="panel stack" aria-labelledby="draft-lines-title">
        <div className="row row-apart">
          <h2 id="draft-lines-title">{t("receipts.draft.lines")}</h2>
          <span className="quiet number" role="status">
            {listText(
              [
                t("receipts.draft.sumLines", { count: sums.lines, shown: formatNumber(sums.lines, locale) }),
                t("receipts.page.pieces", { count: sums.pieces, shown: formatNumber(sums.pieces, locale) }),
                t("receipts.draft.sumBoxes", { count: sums.boxes, shown: formatNumber(sums.boxes, locale) }),
              ],
              locale,
            )}
          </span>
        </div>
        <LineEditor
          lines={draft.lines}
          onLines={(lines) => set({ lines })}
          ownerUuid={isStaff ? ownerUuid || null : null}
          isJudged={isJudged}
          products={products}
        />
      </section>
      {problem !== null && <Notice tone="bad" title={problem} />}
      <div className="row receipt-buttons">
        <Button tone="primary" isDisabled={isBusy} onClick={() => void send(true)}>
          {t("receipts.step.submit")}
        </Button>
        <Button isDisabled={isBusy} onClick={() => void send(false)}>
          {t("receipts.draft.save")}
        </Button>
      </div>
      <LeaveGuard mayBeLost={() => !saved.current && draft !== initial} onDiscard={() => writeDraft(draftName, null)} />
    </div>
  );
}
