import type { FormEvent } from "react";
import { useState } from "react";
import type { Permission } from "#src/kit/api/roles-and-permissions.ts";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import type { Texts } from "#src/kit/api/envelope.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { ScanBox } from "#src/kit/ui/scan/scan-box.tsx";
import { ScanChoices } from "#src/kit/ui/scan/scan-choices.tsx";
import { sound } from "#src/kit/ui/scan/sound.ts";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { useChoices } from "#src/kit/ui/scan/use-choices.ts";
import { getDeviceSecret } from "#src/company/shared-device/device.storage.ts";
import { peopleOfDevice } from "#src/company/shared-device/shared-device.contract.ts";
import { useSwitchUser } from "./use-switch-user.ts";

type Colleague = OutputOf<typeof peopleOfDevice>["result"][number];

const getName = ({ display_name, username }: Colleague): string => (display_name === "" ? username : display_name);

/** Shows the current user, and why a change failed. */
function Problem({ problem }: { problem: Texts | null }) {
  const { locale } = useTranslation();
  return problem === null ? null : <Notice tone="bad" title={pickText(problem, locale)} />;
}

/** Enters the PIN of the chosen colleague. */
function PinStep({ colleague, isPending, onPin }: { colleague: Colleague; isPending: boolean; onPin: (pin: string) => void }) {
  const { t } = useTranslation();
  const [pin, setPin] = useState("");
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (pin !== "" && !isPending) onPin(pin);
    setPin("");
  };
  return (
    <form className="stack" onSubmit={send}>
      <TextField
        label={t("scanning.hands.pinOf", { name: getName(colleague) })}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        autoFocus
        value={pin}
        onText={(text) => setPin(text.replace(/\D/g, ""))}
      />
      <Button type="submit" tone="primary" size="big" isDisabled={pin.length < 4 || isPending}>
        {t("scanning.hands.takeOver")}
      </Button>
    </form>
  );
}

/** Scans a badge or chooses a name. */
function WhoStep({
  people,
  onBadge,
  onName,
}: {
  people: readonly Colleague[];
  onBadge: (code: string) => void;
  onName: (name: string) => void;
}) {
  const { t } = useTranslation();
  const options = people.map((one) => ({
    id: one.username,
    title: getName(one),
    ...(one.is_locked ? { detail: t("scanning.hands.locked") } : one.has_pin ? {} : { detail: t("scanning.hands.noPin") }),
  }));
  const { marked, onKey, onText } = useChoices(options, onName);
  return (
    <div className="stack">
      <ScanBox label={t("scanning.hands.scanBadge")} onScan={({ text }) => onBadge(text.toUpperCase())} onKey={onKey} onText={onText} />
      {options.length > 0 && (
        <>
          <p>{t("scanning.hands.orName")}</p>
          <ScanChoices label={t("scanning.hands.orName")} options={options} marked={marked} onChoose={onName} />
        </>
      )}
    </div>
  );
}

/**
 * Hands the device over to a colleague, by badge or by name and PIN. Lists only people who have fully signed in on this device.
 * @param permission the permission the colleague needs here
 */
export function SwitchUser({ permission, onClose }: { permission: Permission | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const { scope } = useCaller();
  const [secret] = useState(getDeviceSecret);
  const answer = useCallQuery(peopleOfDevice, { device_secret: secret }, { staleTime: 0 });
  const { switchTo, isPending } = useSwitchUser(permission);
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<Texts | null>(null);
  const people = answer.data?.result ?? [];
  const colleague = people.find(({ username }) => username === chosen) ?? null;

  const choose = (username: string | null): void => {
    setProblem(null);
    setChosen(username);
  };
  const take = async (username: string, typed: string): Promise<void> => {
    setProblem(null);
    const refused = await switchTo({ username, secret: typed });
    sound(refused === null ? "good" : "bad");
    setProblem(refused);
  };
  return (
    <Dialog
      title={t("scanning.hands.title")}
      closeText={t("ui.close")}
      onClose={onClose}
      actions={colleague !== null && <Button onClick={() => choose(null)}>{t("scanning.hands.somebodyElse")}</Button>}
    >
      <p className="quiet">{t("scanning.hands.now", { name: scope.username })}</p>
      <Problem problem={problem} />
      {colleague === null ? (
        <WhoStep people={people} onBadge={(code) => void take("", code)} onName={choose} />
      ) : (
        <PinStep colleague={colleague} isPending={isPending} onPin={(pin) => void take(colleague.username, pin)} />
      )}
      {answer.isSuccess && people.length === 0 && <p>{t("scanning.hands.nobody")}</p>}
    </Dialog>
  );
}
