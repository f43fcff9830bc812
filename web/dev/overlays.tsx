import Ellipsis from "lucide-react/icons/ellipsis";
import Moon from "lucide-react/icons/moon";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import type { MenuSectionItems } from "#src/kit/ui/menu.tsx";
import { Menu, PlacedMenu } from "#src/kit/ui/menu.tsx";
import { Popover } from "#src/kit/ui/popover.tsx";
import { RemoveDialog } from "#src/kit/ui/remove-dialog.tsx";
import { Tabs } from "#src/kit/ui/tabs.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { Tooltip } from "#src/kit/ui/tooltip.tsx";
import { Held } from "./field-states.tsx";
import { Group, Shown } from "./shown.tsx";
import { own } from "./words.ts";

/** A long dialog: its title and buttons stay visible. */
function LongDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const rows = Array.from({ length: 16 }, (_, at) => at + 1);
  return (
    <Dialog
      title={t(own("text.longQuestion"))}
      closeText={t(own("text.cancel"))}
      onClose={onClose}
      actions={
        <Button tone="primary" onClick={onClose}>
          {t(own("text.save"))}
        </Button>
      }
    >
      {rows.map((at) => (
        <TextField key={at} label={`${t(own("text.name"))} ${at}`} value="" onText={() => undefined} />
      ))}
    </Dialog>
  );
}

/** A short dialog with one field, as most are. */
function ShortDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t(own("text.question"))}
      closeText={t(own("text.cancel"))}
      onClose={onClose}
      actions={
        <Button tone="danger" onClick={onClose}>
          {t(own("text.delete"))}
        </Button>
      }
    >
      <p>{t(own("text.consequence"))}</p>
    </Dialog>
  );
}

type Question = "short" | "long" | "form" | "remove";

/** Buttons that open the dialogs. */
function Dialogs() {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Question | null>(null);
  const close = () => setAsked(null);
  return (
    <Shown part="Dialogs" state="state.normal">
      <div className="row">
        {(["short", "long", "form", "remove"] as const).map((question) => (
          <Button key={question} onPress={() => setAsked(question)}>
            {t(own(`dialog.${question}`))}
          </Button>
        ))}
      </div>
      {asked === "short" && <ShortDialog onClose={close} />}
      {asked === "long" && <LongDialog onClose={close} />}
      {asked === "form" && (
        <FormDialog title={t(own("dialog.form"))} isWide onClose={close}>
          <Held value="">{(value, set) => <TextField label={t(own("text.name"))} value={value} onText={set} />}</Held>
        </FormDialog>
      )}
      {asked === "remove" && (
        <RemoveDialog
          title={t(own("text.question"))}
          text={t(own("text.consequence"))}
          submit={t(own("text.delete"))}
          done={t(own("text.said"))}
          remove={() => Promise.resolve()}
          onChanged={() => undefined}
          onClose={close}
        />
      )}
    </Shown>
  );
}

/** A button's menu and a context menu. */
function Menus() {
  const { t } = useTranslation();
  const [current, setCurrent] = useState("first");
  const [place, setPlace] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const menu = t(own("text.menu"));
  const sections: readonly MenuSectionItems[] = [
    {
      id: "acts",
      title: t(own("text.acts")),
      items: [
        { id: "open", text: t(own("text.open")), icon: <Moon size={16} aria-hidden />, hint: t(own("text.hint")), shortcut: "O" },
        { id: "blocked", text: t(own("text.ask")), reason: t(own("text.reason")) },
        { id: "disabled", text: t(own("text.copy")), isDisabled: true },
        { id: "delete", text: t(own("text.delete")), tone: "danger", icon: <Trash2 size={16} aria-hidden /> },
        { id: "long", text: t(own("text.longLabel")), hint: t(own("text.longHint")) },
      ],
    },
    {
      id: "one",
      items: (["first", "second", "third"] as const).map((id) => ({
        id,
        text: t(own(`text.${id}`)),
        isCurrent: id === current,
        choose: () => setCurrent(id),
      })),
    },
  ];
  return (
    <>
      <Shown part="Menu" state="state.normal">
        <Menu
          label={menu}
          sections={sections}
          trigger={
            <Button>
              <Ellipsis size={16} aria-hidden />
              {menu}
            </Button>
          }
        />
      </Shown>
      <Shown part="PlacedMenu" state="state.place">
        <button
          type="button"
          className="dev-place"
          onContextMenu={(event) => {
            event.preventDefault();
            setPlace({ x: event.clientX, y: event.clientY });
          }}
        >
          {t(own("text.place"))}
        </button>
        {place !== null && <PlacedMenu {...place} label={menu} sections={sections} onClose={() => setPlace(null)} />}
      </Shown>
    </>
  );
}

/** Tabs, menus, popovers, dialogs and toasts. */
export function Overlays() {
  const { t } = useTranslation();
  const [tab, setTab] = useState("first");
  const show = useToasts((toasts) => toasts.show);
  const tabs = (["first", "second", "third"] as const).map((value) => ({
    value,
    text: t(own(`text.${value}`)),
    ...(value === "second" ? { count: { of: 3, words: t(own("text.count")) } } : {}),
  }));
  const many = Array.from({ length: 12 }, (_, at) => ({ value: String(at), text: `${t(own("text.first"))} ${at + 1}` }));
  return (
    <Group id="moving" title="moving">
      <Shown part="Tabs" state="state.normal">
        <Tabs label={t(own("text.tabs"))} tabs={tabs} value={tab} onValue={setTab}>
          <p>{t(own("text.tabContent"))}</p>
        </Tabs>
      </Shown>
      <Shown part="Tabs:long" state="state.long">
        <Held value="0">
          {(value, set) => (
            <Tabs label={t(own("text.longLabel"))} tabs={many} value={value} onValue={set}>
              <p>{t(own("text.longHint"))}</p>
            </Tabs>
          )}
        </Held>
      </Shown>
      <div className="dev-grid">
        <Menus />
        <Shown part="Popover" state="state.normal">
          <Popover label={t(own("text.popover"))} trigger={<Button>{t(own("text.popover"))}</Button>}>
            <p>{t(own("text.tabContent"))}</p>
          </Popover>
        </Shown>
        <Shown part="Tooltip" state="state.normal">
          <Tooltip text={t(own("text.tabContent"))}>
            <Button>{t(own("text.tooltip"))}</Button>
          </Tooltip>
        </Shown>
        <Dialogs />
        <Shown part="Toasts" state="state.normal">
          <div className="row">
            <Button onPress={() => show("good", t(own("text.said")))}>{t(own("text.say"))}</Button>
            <Button onPress={() => show("bad", t(own("text.saidBad")))}>{t(own("text.sayBad"))}</Button>
            <Button onPress={() => show("normal", t(own("text.longHint")))}>{t(own("text.sayLong"))}</Button>
          </div>
        </Shown>
      </div>
    </Group>
  );
}
