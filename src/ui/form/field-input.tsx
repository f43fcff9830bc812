import { Checkbox, Input, InputNumber, Radio, Switch } from "antd";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { drawKind } from "./field-kinds.ts";
import type { CustomFieldProps, Field, Values } from "./form-definition.ts";
import { PasswordInput } from "./password-input.tsx";
import { PlainSelect } from "../plain-select.tsx";

export interface FieldInputProps extends CustomFieldProps<Values> {
  readonly field: Field<Values>;
}

const inputTypes = { text: "text", email: "email", tel: "tel", url: "url" } as const;

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** What every single input is told: its id, that it is wrong, and who says so. */
function common({ id, field, describedBy, isInvalid, onLeave }: FieldInputProps) {
  return {
    id,
    "aria-describedby": describedBy,
    "aria-invalid": isInvalid,
    "aria-required": field.isRequired === true,
    onBlur: () => onLeave(),
    ...(isInvalid ? { status: "error" as const } : {}),
  };
}

function TextInput(props: FieldInputProps) {
  const { t } = useTranslation();
  const { field, value, onChange } = props;
  if (field.kind !== "text" && field.kind !== "email" && field.kind !== "tel" && field.kind !== "url" && field.kind !== "lines")
    return null;
  const given = {
    ...common(props),
    value: textOf(value),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    ...(field.placeholder === undefined ? {} : { placeholder: t(field.placeholder) }),
    ...(field.maxLength === undefined ? {} : { maxLength: field.maxLength }),
    ...(field.autoComplete === undefined ? {} : { autoComplete: field.autoComplete }),
  };
  // No growing by itself: that measures with a style attribute, which our policy forbids.
  if (field.kind === "lines") return <Input.TextArea {...given} rows={3} />;
  const isPlain = field.kind === "email" || field.kind === "url";
  return <Input {...given} type={inputTypes[field.kind]} {...(isPlain ? { spellCheck: false, autoCapitalize: "none" } : {})} />;
}

function NumberInput(props: FieldInputProps) {
  const { t, locale } = useTranslation();
  const { field, value, onChange } = props;
  if (field.kind !== "number") return null;
  return (
    <InputNumber
      {...common(props)}
      className="form-number"
      value={typeof value === "number" ? value : null}
      onChange={(number) => onChange(typeof number === "number" ? number : undefined)}
      decimalSeparator="."
      lang={locale}
      {...(field.unit === undefined ? {} : { suffix: t(field.unit) })}
    />
  );
}

function ChoiceInput(props: FieldInputProps) {
  const { t } = useTranslation();
  const { id, field, value, onChange, onLeave } = props;
  if (field.kind !== "choice") return null;
  const options = field.options.map((option) => ({ value: option.value, text: t(option.text) }));
  if (field.look === "radio")
    return (
      <Radio.Group
        id={id}
        name={id}
        value={value}
        options={options.map((option) => ({ value: option.value, label: option.text }))}
        onChange={(event) => {
          onChange(event.target.value);
          onLeave();
        }}
      />
    );
  return (
    <PlainSelect
      id={id}
      value={textOf(value)}
      options={options}
      nothing={t("form.choose")}
      onValue={onChange}
      onBlur={() => onLeave()}
      aria-describedby={props.describedBy}
      aria-invalid={props.isInvalid}
      aria-required={field.isRequired === true}
    />
  );
}

function ChoicesInput({ field, value, onChange, onLeave }: FieldInputProps) {
  const { t } = useTranslation();
  if (field.kind !== "choices") return null;
  return (
    <Checkbox.Group
      className="form-choices"
      value={Array.isArray(value) ? value.map(String) : []}
      options={field.options.map((option) => ({ value: option.value, label: t(option.text) }))}
      onChange={(chosen) => {
        onChange(chosen);
        onLeave();
      }}
    />
  );
}

function SwitchInput({ id, field, value, describedBy, onChange }: FieldInputProps) {
  if (field.kind !== "switch") return null;
  const isBlocked = field.blockedBy !== undefined;
  return (
    <Switch
      id={id}
      className="form-switch"
      checked={value === true}
      // Blocked, it stays in the order of the keyboard with its reason.
      {...(isBlocked ? { "aria-disabled": true } : { onChange })}
      {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
    />
  );
}

/** Whether a kind is several inputs under one name. */
export function isGroupKind(field: Field<Values>): boolean {
  if (field.kind === "choice") return field.look === "radio";
  return field.kind === "choices" || field.kind === "address" || field.kind === "images";
}

/** What fills one field in, by its kind. */
export function FieldInput(props: FieldInputProps) {
  const { field, value, values } = props;
  switch (field.kind) {
    case "text":
    case "email":
    case "tel":
    case "url":
    case "lines":
      return <TextInput {...props} />;
    case "password":
      return (
        <PasswordInput
          {...common(props)}
          value={textOf(value)}
          onText={props.onChange}
          autoComplete={field.autoComplete ?? "off"}
          meter={field.meter?.(textOf(value), values) ?? null}
        />
      );
    case "number":
      return <NumberInput {...props} />;
    case "choice":
      return <ChoiceInput {...props} />;
    case "choices":
      return <ChoicesInput {...props} />;
    case "switch":
      return <SwitchInput {...props} />;
    case "country":
    case "address":
    case "images":
      return drawKind(field.kind, props);
    case "custom":
      return field.render(props);
  }
}
