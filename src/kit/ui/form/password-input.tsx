import type { KeyboardEvent } from "react";
import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { FieldProps } from "../field-frame.tsx";
import { PasswordField } from "../password-field.tsx";
import type { PasswordMeter } from "./form-definition.ts";

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

interface PasswordInputProps extends FieldProps {
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly autoComplete: string;
  readonly meter: PasswordMeter | null;
}

/** A password with its strength meter; it says when caps lock is on. */
export function PasswordInput({ meter, className = "", ...props }: PasswordInputProps) {
  const { t } = useTranslation();
  const [isCaps, setCaps] = useState(false);
  const hearKey = (event: KeyboardEvent) => setCaps(event.getModifierState("CapsLock"));
  return (
    <div className={className} onKeyDownCapture={hearKey} onKeyUpCapture={hearKey} onBlur={() => setCaps(false)}>
      <PasswordField {...props} />
      {isCaps && (
        <p className="field-hint" role="status">
          {t("form.password.capsLock")}
        </p>
      )}
      {meter !== null && props.value !== "" && <StrengthMeter {...meter} />}
    </div>
  );
}
