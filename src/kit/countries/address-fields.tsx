import "./countries.css";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import type { FieldProps } from "#src/kit/ui/field-frame.tsx";
import { FieldGroup } from "#src/kit/ui/form/field-group.tsx";
import type { KindProps } from "#src/kit/ui/form/field-kinds.ts";
import { Select } from "#src/kit/ui/select.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import type { Address, AddressPart } from "./address.rules.ts";
import { addressParts, blankAddress, hasZip, isPartRequired, getLabel, withCountry } from "./address.rules.ts";
import { CountrySelect } from "./country-select.tsx";
import { findStates } from "./states.rules.ts";

/** HTML's `autocomplete` token for each part. */
const autoComplete: Readonly<Record<AddressPart, string>> = {
  name: "shipping name",
  country: "shipping country",
  address: "shipping street-address",
  city: "shipping address-level2",
  state: "shipping address-level1",
  zip: "shipping postal-code",
  phone: "shipping tel",
  mobile: "shipping mobile tel",
};

interface PartProps extends FieldProps {
  readonly part: AddressPart;
  readonly address: Address;
  readonly onText: (text: string) => void;
}

function Part({ part, address, onText, ...field }: PartProps) {
  const { t, locale } = useTranslation();
  const states = part === "state" ? findStates(address.country) : null;
  if (part === "country") return <CountrySelect {...field} value={address.country} onValue={onText} />;
  if (states !== null) {
    const options = states.map(({ code, en, zh }) => ({ value: code, text: `${pickText({ en_us: en, zh_cn: zh }, locale)} (${code})` }));
    return <Select {...field} options={options} nothing={t("countries.address.chooseState")} value={address.state} onValue={onText} />;
  }
  const given = { ...field, value: address[part], onText, autoComplete: autoComplete[part] };
  if (part === "address") return <TextField {...given} rows={2} maxLength={500} />;
  return <TextField {...given} type={part === "phone" || part === "mobile" ? "tel" : "text"} maxLength={100} />;
}

/** Parts that take the full width. */
const wideParts: ReadonlySet<AddressPart> = new Set(["name", "country", "address"]);

function buildAddress(value: unknown): Address {
  return typeof value === "object" && value !== null ? { ...blankAddress, ...value } : blankAddress;
}

/** A form field of the kind `address`, with one input per part that the country's addresses have. Its value is the whole `Address`. */
export function AddressFields({ value, partErrors, onChange, onLeave, ...field }: KindProps) {
  const { t } = useTranslation();
  const address = buildAddress(value);
  const parts = addressParts.filter((part) => part !== "zip" || hasZip(address.country));
  const take = (part: AddressPart, text: string) =>
    onChange(part === "country" ? withCountry(address, text) : { ...address, [part]: text });
  return (
    <FieldGroup {...field}>
      <div className="address-fields">
        {parts.map((part) => (
          <Part
            key={part}
            part={part}
            address={address}
            id={`${field.id}-${part}`}
            label={t(getLabel(part, address.country))}
            error={partErrors[part]}
            isRequired={isPartRequired(part, address.country)}
            className={wideParts.has(part) ? "address-wide" : ""}
            onText={(text) => take(part, text)}
            onLeave={() => onLeave(part)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
