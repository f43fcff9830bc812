import { Button, Input } from "antd";
import { useState } from "react";
import { Dialog } from "#src/ui/dialog.tsx";
import { longestViewName } from "./views.storage.ts";
import type { ListModel } from "./use-list-model.ts";

/** The saved views: another name, which one the list opens with, and away with one. */
export function ManageViews({ model, onClose }: { model: ListModel; onClose: () => void }) {
  const { t, views } = model;
  const { kept } = views;
  const lines = [{ name: null, text: t("list.views.standard") }, ...kept.views.map(({ name }) => ({ name, text: name }))];
  return (
    <Dialog title={t("list.views.title")} closeText={t("list.views.close")} onClose={onClose} actions={null}>
      {kept.views.length === 0 && <p className="quiet">{t("list.views.empty")}</p>}
      <ul className="list-choices">
        {lines.map(({ name, text }) => (
          <li key={name ?? ""} className="list-choice list-choice-wraps">
            {name === null ? <span className="list-choice-label">{text}</span> : <NameField model={model} name={name} />}
            {kept.first === name ? (
              <span className="small quiet">{t("list.views.default")}</span>
            ) : (
              <Button size="small" onClick={() => views.setFirst(name)}>
                {t("list.views.makeDefault")}
              </Button>
            )}
            {name !== null && (
              <Button size="small" danger onClick={() => views.remove(name)}>
                {t("list.views.delete")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function NameField({ model: { t, views }, name }: { model: ListModel; name: string }) {
  const [text, setText] = useState(name);
  const plain = text.trim();
  const canRename = plain !== "" && plain !== name;
  const rename = () => {
    if (canRename) views.rename(name, plain);
  };
  return (
    <span className="list-choice-label">
      <Input
        value={text}
        maxLength={longestViewName}
        autoComplete="off"
        aria-label={t("list.views.renameTitle", { name })}
        onChange={(event) => setText(event.currentTarget.value)}
        onPressEnter={rename}
      />
      {canRename && (
        <Button size="small" onClick={rename}>
          {t("list.views.rename")}
        </Button>
      )}
    </span>
  );
}
