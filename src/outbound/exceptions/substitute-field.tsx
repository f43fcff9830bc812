import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Select } from "#src/kit/ui/select.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { useOrderable } from "#src/outbound/orders/use-orderable.ts";
import type { ExceptionDetail } from "./exceptions.contract.ts";

/** A product in place of a line's, as typed: no line for none. */
export interface TypedSubstitute {
  readonly line_uuid: string;
  readonly sku: string;
}

interface SubstituteProps {
  readonly id: string;
  readonly of: ExceptionDetail;
  readonly value: TypedSubstitute;
  readonly error: string | undefined;
  readonly onChange: (value: TypedSubstitute) => void;
}

/** Chooses a line that is short, and the product to ship in its place. */
export function SubstituteField({ id, of, value, error, onChange }: SubstituteProps) {
  const { t } = useTranslation();
  const offered = useOrderable(value.sku, of.owner_uuid);
  const known = offered.find(({ sku }) => sku.toLowerCase() === value.sku.trim().toLowerCase());
  return (
    <fieldset className="exception-lines" id={id}>
      <legend>{t("exceptions.substitute.title")}</legend>
      <Select
        label={t("exceptions.substitute.line")}
        value={value.line_uuid}
        nothing={t("exceptions.substitute.none")}
        options={of.lines.map(({ line_uuid, sku, title }) => ({ value: line_uuid, text: title === "" ? sku : `${sku} · ${title}` }))}
        onValue={(line_uuid) => onChange({ ...value, line_uuid })}
      />
      {value.line_uuid !== "" && (
        <TextField
          label={t("exceptions.substitute.sku")}
          value={value.sku}
          autoComplete="off"
          maxLength={100}
          isCode
          suggestions={offered.map(({ sku, name }) => ({ value: sku, text: name }))}
          onText={(sku) => onChange({ ...value, sku })}
          {...(known === undefined ? {} : { hint: known.name })}
          {...(error === undefined ? {} : { error })}
        />
      )}
    </fieldset>
  );
}
