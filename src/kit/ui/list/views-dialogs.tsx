import type { SubmitEvent } from "react";
import { useId, useState } from "react";
import { Button } from "#src/kit/ui/button.tsx";
import { Checkbox } from "#src/kit/ui/checkbox.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { useList } from "./list-context.ts";
import { longestViewName } from "./views.storage.ts";

/** Asks for the name under which the filters, the sort and the columns in use are saved. */
export function SaveView({ onClose }: { onClose: () => void }) {
  const { t, views } = useList();
  const [name, setName] = useState(views.current ?? "");
  const [isFirst, setFirst] = useState(false);
  const say = useToasts(({ show }) => show);
  const form = useId();
  const plain = name.trim();
  const isTaken = views.kept.views.some((view) => view.name === plain);

  function save(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (plain === "") return;
    const isSaved = views.save(plain, isFirst);
    say(isSaved ? "good" : "bad", isSaved ? t("list.views.saved", { name: plain }) : t("list.views.notKept"));
    onClose();
  }

  return (
    <Dialog
      title={t("list.views.saveTitle")}
      closeText={t("list.views.close")}
      onClose={onClose}
      actions={
        <Button tone="primary" type="submit" form={form} isDisabled={plain === ""}>
          {t("list.views.submit")}
        </Button>
      }
    >
      <form id={form} className="stack" onSubmit={save}>
        <TextField
          label={t("list.views.name")}
          value={name}
          maxLength={longestViewName}
          autoComplete="off"
          autoFocus
          hint={isTaken ? t("list.views.taken") : undefined}
          onText={setName}
        />
        <Checkbox label={t("list.views.isDefault")} isChecked={isFirst} onChecked={setFirst} />
      </form>
    </Dialog>
  );
}

/** The saved views: rename, choose the default, delete. */
export function ManageViews({ onClose }: { onClose: () => void }) {
  const { t, views } = useList();
  const { kept } = views;
  return (
    <Dialog title={t("list.views.title")} closeText={t("list.views.close")} onClose={onClose} actions={null}>
      {kept.views.length === 0 && <p className="quiet">{t("list.views.empty")}</p>}
      <ul className="list-choices">
        {[null, ...kept.views.map(({ name }) => name)].map((name) => (
          <li key={name ?? ""} className="list-choice">
            {name === null ? <span className="list-choice-name">{t("list.views.standard")}</span> : <NameField name={name} />}
            {kept.first === name ? (
              <span className="small quiet">{t("list.views.default")}</span>
            ) : (
              <Button onPress={() => views.keep({ first: name })}>{t("list.views.makeDefault")}</Button>
            )}
            {name !== null && (
              <Button tone="danger" onPress={() => views.remove(name)}>
                {t("list.views.delete")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function NameField({ name }: { name: string }) {
  const { t, views } = useList();
  const [text, setText] = useState(name);
  const plain = text.trim();
  return (
    <>
      <TextField
        className="list-choice-name"
        label={t("list.views.renameTitle", { name })}
        isLabelHidden
        value={text}
        maxLength={longestViewName}
        autoComplete="off"
        onText={setText}
      />
      {plain !== "" && plain !== name && <Button onPress={() => views.rename(name, plain)}>{t("list.views.rename")}</Button>}
    </>
  );
}
