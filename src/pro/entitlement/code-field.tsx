import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/light/button.tsx";
import { Field } from "#src/kit/ui/light/field.tsx";
import { parseCode } from "./entitlement.rules.ts";

/** Asks for the code that the extension shows; `onCode` receives its eight letters. Case, dash and spaces are ignored. */
export function CodeField({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [isRefused, setRefused] = useState(false);
  const code = parseCode(typed);
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
