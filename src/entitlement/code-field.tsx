import { useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/light/button.tsx";
import { Field } from "#src/ui/light/field.tsx";
import { plainCode } from "./entitlement.rules.ts";

/** Asks for the code that the extension shows; `onCode` gets its eight letters. Case, dash and blanks are forgiven. */
export function CodeField({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [isRefused, setRefused] = useState(false);
  const code = plainCode(typed);
  return (
    <form
      className="sub-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setRefused(code === null);
        if (code !== null) onCode(code);
      }}
    >
      <h2>{t("entitlement.code.title")}</h2>
      <p className="quiet">{t("entitlement.code.text")}</p>
      <Field
        label={t("entitlement.code.field")}
        hint={t("entitlement.code.hint")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        translate="no"
        maxLength={20}
        value={typed}
        onText={setTyped}
        {...(isRefused && code === null ? { error: t("entitlement.code.shape") } : {})}
      />
      <Button type="submit" tone="primary" size="big">
        {t("entitlement.code.submit")}
      </Button>
    </form>
  );
}
