import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { CheckboxGroup } from "#src/kit/ui/checkbox-group.tsx";
import { Checkbox } from "#src/kit/ui/checkbox.tsx";
import { Combobox } from "#src/kit/ui/combobox.tsx";
import { FileDrop } from "#src/kit/ui/file-drop.tsx";
import { FieldGroup } from "#src/kit/ui/form/field-group.tsx";
import { RadioGroup } from "#src/kit/ui/radio-group.tsx";
import { SearchableSelect } from "#src/kit/ui/searchable-select.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { Slider } from "#src/kit/ui/slider.tsx";
import { Switch } from "#src/kit/ui/switch.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { TimeZoneField } from "#src/kit/ui/time-zone-field.tsx";
import type { Kind, State } from "./field-states.tsx";
import { Held, InStates, kinds, useStates } from "./field-states.tsx";
import { Group, Shown } from "./shown.tsx";
import { own } from "./words.ts";

/** Selects, checkboxes, switches and file fields. */
export function ChosenFields() {
  const { t } = useTranslation();
  const told = useStates();
  const options = kinds.map((value) => ({ value, text: t(own(`text.${value}`)) }));
  const label = t(own("text.colour"));
  const first = (state: State): Kind | "" => (state === "empty" ? "" : "first");
  return (
    <Group id="chosen" title="chosenFields">
      <InStates part="Select">
        {(state) => (
          <Held value={first(state)}>
            {(value, set) => <Select {...told(label, state)} options={options} value={value} onValue={set} nothing={t("ui.choose")} />}
          </Held>
        )}
      </InStates>
      <InStates part="Combobox">
        {(state) => (
          <Held<string> value={first(state)}>
            {(value, set) => (
              <Held value="">
                {(typed, setTyped) => (
                  <Combobox
                    {...told(label, state)}
                    value={value}
                    valueText={options.find((one) => one.value === value)?.text ?? ""}
                    options={options.filter((one) => one.text.toLowerCase().includes(typed.toLowerCase()))}
                    onType={setTyped}
                    onChange={(option) => set(option?.value ?? "")}
                    note={t(own("text.none"))}
                    clearText={t("ui.clear")}
                  />
                )}
              </Held>
            )}
          </Held>
        )}
      </InStates>
      {(["list", "segments"] as const).map((look) => (
        <InStates key={look} part={`RadioGroup-${look}`}>
          {(state) => (
            <Held value={first(state)}>
              {(value, set) => <RadioGroup {...told(label, state)} options={options} value={value} onValue={set} look={look} />}
            </Held>
          )}
        </InStates>
      ))}
      <InStates part="CheckboxGroup">
        {(state) => (
          <Held<Kind[]> value={state === "empty" ? [] : ["first"]}>
            {(value, set) => <CheckboxGroup {...told(label, state)} options={options} value={value} onValue={set} />}
          </Held>
        )}
      </InStates>
      <InStates part="SearchableSelect">
        {(state) => (
          <Held<string> value={first(state)}>
            {(value, set) => <SearchableSelect {...told(label, state)} options={options} value={value} onValue={set} />}
          </Held>
        )}
      </InStates>
      <InStates part="TimeZoneField">
        {(state) => (
          <Held value={state === "empty" ? "" : "Asia/Shanghai"}>
            {(value, set) => <TimeZoneField {...told(t(own("text.zone")), state)} value={value} onValue={set} />}
          </Held>
        )}
      </InStates>
      <InStates part="FieldGroup">
        {(state) => (
          <Held value={state === "empty" ? "" : "30"}>
            {(value, set) => (
              <FieldGroup {...told(t(own("text.size")), state)} id={`dev-size-${state}`}>
                <div className="row">
                  {([t(own("text.length")), t(own("text.width"))] as const).map((side) => (
                    <TextField key={side} className="dev-side" label={side} isDisabled={state === "disabled"} value={value} onText={set} />
                  ))}
                </div>
              </FieldGroup>
            )}
          </Held>
        )}
      </InStates>
      <ChosenOthers />
    </Group>
  );
}

/** Toggles, and controls without the usual states. */
function ChosenOthers() {
  const { t } = useTranslation();
  return (
    <>
      <div className="dev-grid">
        {([false, true, "mixed"] as const).map((is) => (
          <Shown key={String(is)} part={`Checkbox:${String(is)}`} state={is === "mixed" ? "state.mixed" : is ? "state.on" : "state.off"}>
            <Held value={is === true}>
              {(value, set) => (
                <Checkbox label={t(own("text.agree"))} isChecked={value} isMixed={is === "mixed" && !value} onChecked={set} />
              )}
            </Held>
            <Checkbox
              label={t(own("text.agree"))}
              isChecked={is === true}
              isMixed={is === "mixed"}
              isDisabled
              onChecked={() => undefined}
            />
          </Shown>
        ))}
        <Shown part="Checkbox:wrong" state="state.wrong">
          <Held value={false}>
            {(value, set) => (
              <Checkbox label={t(own("text.longLabel"))} isChecked={value} isRequired error={t(own("text.wrong"))} onChecked={set} />
            )}
          </Held>
        </Shown>
      </div>
      <div className="dev-grid">
        {[false, true].map((is) => (
          <Shown key={String(is)} part={`Switch:${String(is)}`} state={is ? "state.on" : "state.off"}>
            <Held value={is}>
              {(value, set) => <Switch label={t(own("text.switch"))} hint={t(own("text.hint"))} isOn={value} onSwitch={set} />}
            </Held>
            <Switch label={t(own("text.switch"))} isDisabled isOn={is} onSwitch={() => undefined} />
          </Shown>
        ))}
        <Shown part="Switch:blocked" state="state.blocked">
          <Switch label={t(own("text.switch"))} isOn={false} onSwitch={() => undefined} reason={t(own("text.reason"))} />
        </Shown>
        <Shown part="Switch:long" state="state.long">
          <Held<boolean> value>
            {(value, set) => <Switch label={t(own("text.longLabel"))} error={t(own("text.longError"))} isOn={value} onSwitch={set} />}
          </Held>
        </Shown>
      </div>
      <div className="dev-grid">
        {[false, true].map((isDisabled) => (
          <Shown
            key={String(isDisabled)}
            part={isDisabled ? "Slider:disabled" : "Slider"}
            state={isDisabled ? "state.disabled" : "state.normal"}
          >
            <Held value={1.5}>
              {(value, set) => (
                <Slider
                  label={t(own("text.zoom"))}
                  min={1}
                  max={4}
                  step={0.1}
                  value={value}
                  onNumber={set}
                  format={{ style: "percent" }}
                  isDisabled={isDisabled}
                />
              )}
            </Held>
          </Shown>
        ))}
      </div>
      <div className="dev-grid dev-grid-wide">
        <Shown part="FileDrop" state="state.normal">
          <FileDrop label={t(own("text.file"))} hint={t(own("text.fileHint"))} onFiles={() => undefined} />
        </Shown>
        <Shown part="FileDrop:wrong" state="state.wrong">
          <FileDrop label={t(own("text.file"))} hint={t(own("text.fileHint"))} error={t(own("text.fileWrong"))} onFiles={() => undefined} />
        </Shown>
        <Shown part="FileDrop:disabled" state="state.disabled">
          <FileDrop label={t(own("text.file"))} isDisabled onFiles={() => undefined} />
        </Shown>
      </div>
    </>
  );
}
