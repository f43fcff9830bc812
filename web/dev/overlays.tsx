import Ellipsis from "lucide-react/icons/ellipsis";
import Moon from "lucide-react/icons/moon";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { IconButton } from "#src/ui/icon-button.tsx";
import { Menu } from "#src/ui/menu.tsx";
import { Popover } from "#src/ui/popover.tsx";
import { Tabs } from "#src/ui/tabs.tsx";
import { TextField } from "#src/ui/text-field.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
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

/** What opens: tabs, menus, popovers, dialogs, toasts. */
export function Overlays() {
  const { t } = useTranslation();
  const [tab, setTab] = useState("first");
  const [asked, setAsked] = useState<"short" | "long" | null>(null);
  const show = useToasts((toasts) => toasts.show);
  const tabs = (["first", "second", "third"] as const).map((value) => ({
    value,
    text: t(own(`text.${value}`)),
    ...(value === "second" ? { count: { of: 3, words: t(own("text.count")) } } : {}),
  }));
  const menu = t(own("text.menu"));
  return (
    <Group id="moving" title="moving">
      <Tabs label={t(own("text.tabs"))} tabs={tabs} value={tab} onValue={setTab}>
        <p>{t(own("text.tabContent"))}</p>
      </Tabs>
      <div className="dev-grid">
        <Shown state="state.normal">
          <div className="row">
            <Menu
              label={menu}
              trigger={
                <Button>
                  <Ellipsis size={16} aria-hidden />
                  {menu}
                </Button>
              }
              sections={[
                {
                  id: "acts",
                  title: t(own("text.acts")),
                  items: [
                    {
                      id: "open",
                      text: t(own("text.open")),
                      icon: <Moon size={16} aria-hidden />,
                      hint: t(own("text.hint")),
                      shortcut: "O",
                    },
                    { id: "blocked", text: t(own("text.ask")), reason: t(own("text.reason")) },
                    { id: "delete", text: t(own("text.delete")), tone: "danger", icon: <Trash2 size={16} aria-hidden /> },
                  ],
                },
                {
                  id: "one",
                  items: tabs.map(({ value, text }) => ({ id: value, text, isCurrent: value === tab, choose: () => setTab(value) })),
                },
              ]}
            />
            <Popover label={t(own("text.popover"))} trigger={<Button>{t(own("text.popover"))}</Button>}>
              <p>{t(own("text.tabContent"))}</p>
            </Popover>
            <IconButton label={t(own("text.tooltip"))} icon={<Moon size={16} aria-hidden />} />
          </div>
        </Shown>
        <Shown state="state.normal">
          <div className="row">
            <Button onClick={() => setAsked("short")}>{t(own("text.ask"))}</Button>
            <Button onClick={() => setAsked("long")}>{t(own("text.askLong"))}</Button>
            <Button onClick={() => show("good", t(own("text.said")))}>{t(own("text.say"))}</Button>
            <Button onClick={() => show("bad", t(own("text.saidBad")))}>{t(own("text.sayBad"))}</Button>
          </div>
        </Shown>
      </div>
      {asked === "long" && <LongDialog onClose={() => setAsked(null)} />}
      {asked === "short" && (
        <Dialog
          title={t(own("text.question"))}
          closeText={t(own("text.cancel"))}
          onClose={() => setAsked(null)}
          actions={
            <Button tone="danger" onClick={() => setAsked(null)}>
              {t(own("text.delete"))}
            </Button>
          }
        >
          <p>{t(own("text.consequence"))}</p>
        </Dialog>
      )}
    </Group>
  );
}
