import { Button, Checkbox, Input, InputNumber, Radio, Switch, Tag } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { clearing } from "#src/ui/clearing.tsx";
import { Combobox } from "#src/ui/old-combobox.tsx";
import { PlainSelect } from "#src/ui/plain-select.tsx";
import { Group, Shown } from "./shown.tsx";
import { own } from "./words.ts";

/** The component library's parts in the brand's look. */
export function Library() {
  const { t } = useTranslation();
  const id = useId();
  const options = (["first", "second", "third"] as const).map((value) => ({ value, label: t(own(`text.${value}`)) }));
  const choices = options.map(({ value, label }) => ({ value: value as string, text: label }));
  const [chosen, setChosen] = useState("first");
  const [typed, setTyped] = useState("");
  const save = t(own("text.save"));
  const name = t(own("text.name"));
  return (
    <Group id="library" title="library">
      <div className="dev-grid">
        <Shown state="state.normal">
          <div className="row">
            <Button type="primary">{save}</Button>
            <Button>{save}</Button>
            <Button danger>{t(own("text.delete"))}</Button>
            <Button type="link">{t(own("text.open"))}</Button>
          </div>
        </Shown>
        <Shown state="state.disabled">
          <div className="row">
            <Button type="primary" disabled>
              {save}
            </Button>
            <Button disabled>{save}</Button>
          </div>
        </Shown>
        <Shown state="state.busy">
          <div className="row">
            <Button type="primary" loading>
              {save}
            </Button>
            <Button loading>{save}</Button>
          </div>
        </Shown>
        <Shown state="state.empty">
          <Input aria-label={name} placeholder={name} />
        </Shown>
        <Shown state="state.filled">
          <Input aria-label={name} defaultValue={t(own("text.nameValue"))} allowClear={clearing(t("ui.clear"))} />
        </Shown>
        <Shown state="state.wrong">
          <Input aria-label={name} aria-invalid status="error" defaultValue={t(own("text.nameValue"))} />
        </Shown>
        <Shown state="state.disabled">
          <Input aria-label={name} disabled value={t(own("text.nameValue"))} />
        </Shown>
        <Shown state="state.normal">
          <InputNumber aria-label={t(own("text.number"))} defaultValue={24} min={0} />
        </Shown>
        <Shown state="state.normal">
          <PlainSelect aria-label={t(own("text.colour"))} options={choices} value={chosen} onValue={setChosen} />
        </Shown>
        <Shown state="state.disabled">
          <PlainSelect aria-label={t(own("text.colour"))} options={choices} value={chosen} onValue={setChosen} disabled />
        </Shown>
        <Shown state="state.normal">
          <label htmlFor={`${id}-box`}>{t(own("text.colour"))}</label>
          <Combobox
            id={`${id}-box`}
            value={chosen}
            valueText={choices.find(({ value }) => value === chosen)?.text ?? ""}
            options={choices.filter(({ text }) => text.toLowerCase().includes(typed.toLowerCase()))}
            onType={setTyped}
            onChange={(option) => setChosen(option?.value ?? "")}
            onLeave={() => undefined}
            placeholder={t("form.choose")}
            note={t("providers.foundNone")}
            clearText={t("ui.clear")}
            describedBy={undefined}
            isInvalid={false}
            isRequired={false}
          />
        </Shown>
        <Shown state="state.normal">
          <div className="row">
            <label htmlFor={`${id}-switch`}>{t(own("text.switch"))}</label>
            <Switch id={`${id}-switch`} defaultChecked />
          </div>
        </Shown>
        <Shown state="state.normal">
          <div className="row">
            <Checkbox defaultChecked>{t(own("text.agree"))}</Checkbox>
            <Checkbox disabled>{t(own("text.agree"))}</Checkbox>
          </div>
        </Shown>
        <Shown state="state.normal">
          <Radio.Group aria-label={t(own("text.colour"))} options={options} defaultValue="first" />
        </Shown>
        <Shown state="state.normal">
          <Tag>{t(own("text.waiting"))}</Tag>
        </Shown>
      </div>
    </Group>
  );
}
