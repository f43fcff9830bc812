import "./countries.css";
import { Input } from "antd";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { KindProps } from "#src/ui/form/field-kinds.ts";
import { describedBy, FormField } from "#src/ui/form/form-field.tsx";
import { PlainSelect } from "#src/ui/plain-select.tsx";
import type { Address, AddressPart } from "./address.rules.ts";
import { addressParts, blankAddress, hasZip, isPartRequired, labelOf, withCountry } from "./address.rules.ts";
import { CountrySelect } from "./country-select.tsx";
import { statesOf } from "./states.rules.ts";

interface PartProps {
  readonly id: string;
  readonly part: AddressPart;
  readonly address: Address;
  readonly error: string | null;
  readonly onPart: (text: string) => void;
  readonly onLeave: () => void;
}

/** The words of HTML's autofill for each part. */
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

function StateSelect({ id, address, error, onPart, onLeave }: PartProps) {
  const { t, locale } = useTranslation();
  const states = statesOf(address.country) ?? [];
  const options = states.map(({ code, en, zh }) => ({ value: code, text: `${locale.startsWith("zh") ? zh : en} (${code})` }));
  return (
    <PlainSelect
      id={id}
      value={address.state}
      options={options}
      nothing={t("countries.address.chooseState")}
      onValue={onPart}
      onBlur={onLeave}
      aria-describedby={describedBy(id, null, error)}
      aria-invalid={error !== null}
      aria-required={isPartRequired("state", address.country)}
    />
  );
}

function PartInput(props: PartProps) {
  const { id, part, address, error, onPart, onLeave } = props;
  const isRequired = isPartRequired(part, address.country);
  if (part === "country")
    return (
      <CountrySelect
        id={id}
        value={address.country}
        onChange={onPart}
        onLeave={onLeave}
        describedBy={describedBy(id, null, error)}
        isInvalid={error !== null}
        isRequired={isRequired}
      />
    );
  if (part === "state" && statesOf(address.country) !== null) return <StateSelect {...props} />;
  const given = {
    id,
    value: address[part],
    autoComplete: autoComplete[part],
    onChange: (event: { target: { value: string } }) => onPart(event.target.value),
    onBlur: onLeave,
    "aria-describedby": describedBy(id, null, error),
    "aria-invalid": error !== null,
    "aria-required": isRequired,
    ...(error === null ? {} : { status: "error" as const }),
  };
  if (part === "address") return <Input.TextArea {...given} rows={2} maxLength={500} />;
  return <Input {...given} type={part === "phone" || part === "mobile" ? "tel" : "text"} maxLength={100} />;
}

/** What needs the whole width. */
const wideParts: ReadonlySet<AddressPart> = new Set(["name", "country", "address"]);

function addressOf(value: unknown): Address {
  return typeof value === "object" && value !== null ? { ...blankAddress, ...value } : blankAddress;
}

/** A form's field of the kind `address`: each part with a name of its own, by what the country's addresses have. Its value is the whole `Address`. */
export function AddressFields({ id, value, partProblems, onChange, onLeave }: KindProps) {
  const { t } = useTranslation();
  const address = addressOf(value);
  const parts = addressParts.filter((part) => part !== "zip" || hasZip(address.country));
  const take = (part: AddressPart, text: string) =>
    onChange(part === "country" ? withCountry(address, text) : { ...address, [part]: text });
  return (
    <div className="address-fields">
      {parts.map((part) => {
        const partId = `${id}-${part}`;
        const error = partProblems.find((problem) => problem.part === part)?.text ?? null;
        return (
          <div key={part} className={wideParts.has(part) ? "address-wide" : ""}>
            <FormField
              id={partId}
              label={t(labelOf(part, address.country))}
              hint={null}
              error={error}
              isRequired={isPartRequired(part, address.country)}
              isGroup={false}
            >
              <PartInput
                id={partId}
                part={part}
                address={address}
                error={error}
                onPart={(text) => take(part, text)}
                onLeave={() => onLeave(part)}
              />
            </FormField>
          </div>
        );
      })}
    </div>
  );
}
