import type { FormEvent } from "react";
import { useId, useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";

/** A row by its number: in a long table the one way there that is not a long way. Out of bounds goes to the nearest end. */
export function GoToRow({ total, onRow }: { total: number; onRow: (row: number) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const id = useId();
  const go = (event: FormEvent) => {
    event.preventDefault();
    const asked = Math.round(Number(text));
    if (text.trim() !== "" && Number.isFinite(asked)) onRow(Math.min(total, Math.max(1, asked)) - 1);
  };
  return (
    <form className="row go-to-row" noValidate onSubmit={go}>
      <label htmlFor={id}>{t("collect.table.row")}</label>
      <input
        id={id}
        className="field-input"
        type="number"
        inputMode="numeric"
        min={1}
        max={total}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <span className="quiet number">{t("collect.table.goOf", { total })}</span>
      <Button type="submit">{t("collect.table.go")}</Button>
    </form>
  );
}
