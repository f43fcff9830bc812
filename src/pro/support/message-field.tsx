import { useId } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { messageLimit } from "./support.rules.ts";

interface MessageFieldProps {
  readonly message: string;
  readonly onText: (message: string) => void;
  readonly error?: string;
}

/** The message with a character counter. Text that is too long is refused and never cut off. */
export function MessageField({ message, onText, error }: MessageFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const isTooLong = message.length > messageLimit;
  const described = [`${id}-hint`, `${id}-count`, ...(error === undefined ? [] : [`${id}-error`])].join(" ");
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t("support.field.message")}
      </label>
      <textarea
        id={id}
        name="message"
        className="field-input support-message"
        rows={8}
        required
        value={message}
        aria-describedby={described}
        {...(error === undefined ? {} : { "aria-invalid": true })}
        onChange={(event) => onText(event.target.value)}
      />
      <div className="support-under">
        <span className="field-hint" id={`${id}-hint`}>
          {t("support.field.messageHint")}
        </span>
        <span className={isTooLong ? "field-error number" : "field-hint number"} id={`${id}-count`}>
          {t("support.counter", { count: message.length, limit: messageLimit })}
        </span>
      </div>
      {error !== undefined && (
        <span className="field-error" id={`${id}-error`} role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
