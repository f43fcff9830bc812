import type { FormEvent } from "react";
import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { NumberField } from "#src/kit/ui/number-field.tsx";

/** Jumps to a row by its number. A number out of bounds goes to the nearest end. */
export function GoToRow({ total, onRow }: { total: number; onRow: (row: number) => void }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<number | null>(null);
  const go = (event: FormEvent) => {
    event.preventDefault();
    if (asked !== null) onRow(Math.min(total, Math.max(1, asked)) - 1);
  };
  return (
    <form className="row go-to-row" noValidate onSubmit={go}>
      <NumberField label={t("collect.table.row")} min={1} value={asked} onNumber={setAsked} />
      <span className="quiet number">{t("collect.table.goOf", { total })}</span>
      <Button type="submit">{t("collect.table.go")}</Button>
    </form>
  );
}
