import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { getCodeTexts } from "#src/kit/api/get-code-texts.ts";
import { getIssueCode } from "#src/kit/api/define-call.ts";
import { AddressFields } from "#src/kit/countries/address-fields.tsx";
import type { PartRefusal } from "#src/kit/countries/address.rules.ts";
import { findAddressRefusals } from "#src/kit/countries/address.rules.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import { Select } from "#src/kit/ui/select.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { OwnerChoice } from "#src/warehouse/goods/owner-choice.screen.tsx";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { getExceeded } from "./draft-order.rules.ts";
import type { DraftFault, DraftText, OrderDraft } from "./draft-order.rules.ts";
import { codTypes, orderKinds, paymentStatuses } from "./orders.rules.ts";

interface PartProps {
  readonly draft: OrderDraft;
  readonly faults: ReadonlySet<DraftFault>;
  readonly onChange: (part: Partial<OrderDraft>) => void;
}

/** The texts of wrong values. */
const wrongTexts = {
  email: "email",
  total: "amount",
  currency: "currency",
  codAmount: "amount",
  codCurrency: "currency",
  weight: "whole",
  length: "length",
  width: "length",
  height: "length",
} as const satisfies Partial<Record<DraftText, string>>;
const isJudged = (field: DraftText): field is keyof typeof wrongTexts => field in wrongTexts;
const currencies: readonly DraftText[] = ["currency", "codCurrency"];

type TextName = Exclude<DraftText, "ownerUuid" | "kind" | "warehouseUuid" | "payment" | "codType">;

function DraftTextField({
  field,
  draft,
  faults,
  onChange,
  maxLength,
  isNumber,
  rows,
}: PartProps & { field: TextName; maxLength: number; isNumber?: true; rows?: number }) {
  const { t, locale } = useTranslation();
  const isCode = currencies.includes(field);
  const most = getExceeded(field, draft[field]);
  const sayWrong = (name: keyof typeof wrongTexts) =>
    most === null ? t(`orders.wrong.${wrongTexts[name]}`) : t("orders.wrong.most", { most: formatNumber(most, locale) });
  return (
    <TextField
      id={`order-${field}`}
      label={t(`orders.field.${field}`)}
      value={draft[field]}
      autoComplete="off"
      maxLength={maxLength}
      onText={(text) => onChange({ [field]: isCode ? text.toUpperCase() : text })}
      {...(rows === undefined ? {} : { rows })}
      {...(isNumber === true ? { inputMode: "decimal" as const } : {})}
      {...(isJudged(field) && faults.has(field) ? { error: sayWrong(field) } : {})}
    />
  );
}

/** Kind, owner, reference and the warehouse that is wanted. */
export function HeadFields(props: PartProps & { readonly isNew: boolean }) {
  const { draft, onChange, isNew } = props;
  const { t } = useTranslation();
  const { role, scope } = useCaller();
  const warehouses = useCallQuery(queryStorage, { page_size: 200, is_closed: false }).data?.result ?? [];
  return (
    <div className="order-fields">
      <Select
        label={t("orders.column.kind")}
        value={draft.kind}
        options={orderKinds.map((value) => ({ value, text: t(`orders.kind.${value}`) }))}
        onValue={(kind) => onChange({ kind })}
      />
      {role !== "dropShipper" && isNew && (
        <OwnerChoice
          label={t("orders.column.owner")}
          value={draft.ownerUuid || scope.providerUuid}
          nothing={null}
          onValue={(ownerUuid) => onChange({ ownerUuid })}
        />
      )}
      <DraftTextField {...props} field="reference" maxLength={100} />
      <Select
        label={t("orders.field.warehouse")}
        hint={t("orders.field.warehouseHint")}
        value={draft.warehouseUuid}
        nothing={t("orders.field.anyWarehouse")}
        options={warehouses.map(({ warehouse_uuid, name }) => ({ value: warehouse_uuid, text: name }))}
        onValue={(warehouseUuid) => onChange({ warehouseUuid })}
      />
      <DraftTextField {...props} field="remark" maxLength={1000} rows={2} />
    </div>
  );
}

/** Says what is wrong with a part of an address. */
function sayRefusal(refusal: PartRefusal, { t, locale }: ReturnType<typeof useTranslation>): string {
  if ("code" in refusal) return pickText(getCodeTexts(getIssueCode({ message: refusal.code }) ?? "parameterError"), locale);
  const values: Readonly<Record<string, number | string>> = refusal.values ?? {};
  return t(refusal.text, values);
}

/** Who receives the order. @param isJudged whether what is missing is shown: not before the first attempt to submit */
export function RecipientFields({ isJudged: isShown, ...props }: PartProps & { readonly isJudged: boolean }) {
  const { draft, onChange } = props;
  const words = useTranslation();
  const { t } = words;
  const refusals = isShown ? findAddressRefusals(draft.address) : [];
  const errors = Object.fromEntries(refusals.map(({ part, refusal }) => [part, sayRefusal(refusal, words)]));
  return (
    <div className="stack">
      <AddressFields
        id="order-address"
        label={t("orders.draft.addressTitle")}
        isLabelHidden
        field={{ kind: "address", label: "orders.draft.addressTitle" }}
        value={draft.address}
        values={{}}
        partErrors={errors}
        onChange={(address) => onChange({ address: { ...draft.address, ...(typeof address === "object" ? address : {}) } })}
        onLeave={() => undefined}
        onHold={() => undefined}
      />
      <div className="order-fields">
        <DraftTextField {...props} field="email" maxLength={200} />
        <DraftTextField {...props} field="idNumber" maxLength={60} />
      </div>
    </div>
  );
}

/** What the customer pays, and the numbers for taxes. */
export function MoneyFields(props: PartProps) {
  const { draft, onChange } = props;
  const { t } = useTranslation();
  return (
    <div className="order-fields">
      <Select
        label={t("orders.column.payment")}
        value={draft.payment}
        options={paymentStatuses.map((value) => ({ value, text: t(`orders.payment.${value}`) }))}
        onValue={(payment) => onChange({ payment })}
      />
      <DraftTextField {...props} field="total" maxLength={40} isNumber />
      <DraftTextField {...props} field="currency" maxLength={3} />
      <Select
        label={t("orders.field.cod")}
        value={draft.codType}
        options={codTypes.map((value) => ({ value, text: t(`orders.cod.${value}`) }))}
        onValue={(codType) => onChange({ codType })}
      />
      {draft.codType !== "none" && (
        <>
          <DraftTextField {...props} field="codAmount" maxLength={40} isNumber />
          <DraftTextField {...props} field="codCurrency" maxLength={3} />
        </>
      )}
      <DraftTextField {...props} field="ioss" maxLength={40} />
      <DraftTextField {...props} field="vat" maxLength={40} />
    </div>
  );
}

/** The parcel as its owner declares it. */
export function ParcelFields(props: PartProps) {
  return (
    <div className="order-fields">
      <DraftTextField {...props} field="weight" maxLength={8} isNumber />
      {(["length", "width", "height"] as const).map((field) => (
        <DraftTextField key={field} {...props} field={field} maxLength={7} isNumber />
      ))}
    </div>
  );
}
