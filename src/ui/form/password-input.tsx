import { EyeInvisibleOutlined, EyeOutlined } from "@ant-design/icons";
import { Input } from "antd";
import type { KeyboardEvent } from "react";
import { useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { PasswordMeter } from "./form-definition.ts";

interface PasswordInputProps {
  readonly id: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly autoComplete: string;
  readonly meter: PasswordMeter | null;
  readonly onBlur: () => void;
  readonly status?: "error";
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean;
  readonly "aria-required": boolean;
}

/** How hard the password is to guess, in words and bars, and what the rule still asks for. */
function StrengthMeter({ level, missing }: PasswordMeter) {
  const { t } = useTranslation();
  return (
    <div className={`form-strength form-strength-${level}`}>
      <span className="form-strength-bars" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span role="status">{t(`form.strength.${level}`)}</span>
      {missing.length > 0 && (
        <div className="form-strength-missing">
          {t("form.password.missing")}
          <ul>
            {missing.map((key) => (
              <li key={key}>{t(key)}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** A password that can be looked at; it says when caps lock is on. */
export function PasswordInput({ value, onText, meter, onBlur, ...rest }: PasswordInputProps) {
  const { t } = useTranslation();
  const [isSeen, setSeen] = useState(false);
  const [isCaps, setCaps] = useState(false);
  const hearKey = (event: KeyboardEvent) => setCaps(event.getModifierState("CapsLock"));
  return (
    <>
      <Input
        {...rest}
        type={isSeen ? "text" : "password"}
        value={value}
        spellCheck={false}
        autoCapitalize="none"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={hearKey}
        onKeyUp={hearKey}
        onBlur={() => {
          setCaps(false);
          onBlur();
        }}
        suffix={
          <button
            type="button"
            className="form-eye"
            aria-label={t(isSeen ? "form.password.hide" : "form.password.show")}
            aria-controls={rest.id}
            onClick={() => setSeen(!isSeen)}
          >
            {isSeen ? <EyeInvisibleOutlined aria-hidden="true" /> : <EyeOutlined aria-hidden="true" />}
          </button>
        }
      />
      {isCaps && (
        <p className="form-hint" role="status">
          {t("form.password.capsLock")}
        </p>
      )}
      {meter !== null && value !== "" && <StrengthMeter {...meter} />}
    </>
  );
}
