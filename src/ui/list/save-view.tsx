import { Button, Input } from "antd";
import type { SubmitEvent } from "react";
import { useId, useState } from "react";
import { Dialog } from "#src/ui/dialog.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import { longestViewName } from "./views.storage.ts";
import type { ListModel } from "./use-list-model.ts";

/** Asks for the name under which the filters, the sort and the columns in use are saved. */
export function SaveView({ model: { t, views }, onClose }: { model: ListModel; onClose: () => void }) {
  const [name, setName] = useState(views.current ?? "");
  const [isFirst, setFirst] = useState(false);
  const say = useToasts(({ show }) => show);
  const form = useId();
  const field = useId();
  const plain = name.trim();
  const isTaken = views.kept.views.some((view) => view.name === plain);

  function save(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (plain === "") return;
    const isKept = views.save(plain, isFirst);
    say(isKept ? "good" : "bad", isKept ? t("list.views.saved", { name: plain }) : t("list.views.notKept"));
    onClose();
  }

  return (
    <Dialog
      title={t("list.views.saveTitle")}
      closeText={t("list.views.close")}
      onClose={onClose}
      actions={
        <Button type="primary" htmlType="submit" form={form} disabled={plain === ""}>
          {t("list.views.submit")}
        </Button>
      }
    >
      <form id={form} className="stack" onSubmit={save}>
        <div className="stack-tight">
          <label htmlFor={field}>{t("list.views.name")}</label>
          <Input
            id={field}
            value={name}
            maxLength={longestViewName}
            autoComplete="off"
            autoFocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <span className="small quiet" role="status">
            {isTaken && t("list.views.taken")}
          </span>
        </div>
        <label className="list-choice-label">
          <input type="checkbox" checked={isFirst} onChange={(event) => setFirst(event.currentTarget.checked)} />
          {t("list.views.isDefault")}
        </label>
      </form>
    </Dialog>
  );
}
