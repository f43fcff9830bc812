import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { useState } from "react";
import { ToggleButton } from "react-aria-components/ToggleButton";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { FieldProps } from "./field-frame.tsx";
import { TextField } from "./text-field.tsx";

interface PasswordFieldProps extends FieldProps {
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly autoComplete?: string;
  readonly maxLength?: number | undefined;
}

/** A labelled password, hidden until the eye is pressed. */
export function PasswordField({ autoComplete = "current-password", ...props }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={isShown ? "text" : "password"}
      autoComplete={autoComplete}
      isCode
      end={
        <ToggleButton className="input-button" aria-label={t("ui.showPassword")} isSelected={isShown} onChange={setShown}>
          <Icon size={16} aria-hidden />
        </ToggleButton>
      }
    />
  );
}
