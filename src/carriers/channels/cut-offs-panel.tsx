import { useState } from "react";
import { useCallMutation, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { Facts } from "#src/kit/ui/facts.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { useUnsaved } from "#src/kit/ui/use-unsaved.ts";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { channelsActions } from "./channels.actions.ts";
import type { Channel } from "./channels.contract.ts";
import { saveCutOffs } from "./channels.contract.ts";
import { SavingProblem, useSaving } from "./saving.tsx";

interface CutOffsProps {
  readonly channel: Channel;
}

interface EditorProps extends CutOffsProps {
  readonly warehouses: readonly { readonly warehouse_uuid: string; readonly name: string; readonly time_zone?: string | undefined }[];
}

function CutOffsEditor({ channel, warehouses }: EditorProps) {
  const { t } = useTranslation();
  const saved = new Map(channel.cut_offs.map(({ warehouse_uuid, time }) => [warehouse_uuid, time]));
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const { attempt, save } = useSaving();
  const deed = useCallMutation(saveCutOffs);
  const isChanged = Object.entries(typed).some(([uuid, time]) => time !== (saved.get(uuid) ?? ""));
  useUnsaved(() => isChanged);
  if (warehouses.length === 0) return <p className="quiet">{t("channels.cutOff.noWarehouse")}</p>;
  const getTime = (uuid: string) => typed[uuid] ?? saved.get(uuid) ?? "";
  const press = () => {
    const cut_offs = warehouses
      .map(({ warehouse_uuid }) => ({ warehouse_uuid, time: getTime(warehouse_uuid) }))
      .filter(({ time }) => time !== "");
    const { channel_uuid, version, name } = channel;
    void save(
      () => deed.perform({ channel_uuid, version, cut_offs }, { isQuiet: true }),
      () => {
        setTyped({});
        useToasts.getState().show("good", t("channels.cutOff.saved", { name }));
      },
    );
  };
  return (
    <div className="stack">
      <div className="cut-offs">
        {warehouses.map(({ warehouse_uuid, name, time_zone }) => (
          <TextField
            key={warehouse_uuid}
            type="time"
            label={name}
            autoComplete="off"
            value={getTime(warehouse_uuid)}
            onText={(time) => setTyped({ ...typed, [warehouse_uuid]: time })}
            {...(time_zone === undefined ? {} : { hint: time_zone })}
          />
        ))}
      </div>
      <SavingProblem problem={attempt.problem} />
      <div className="row">
        <Button tone="primary" isDisabled={!isChanged || attempt.isBusy} onClick={press}>
          {t("channels.cutOff.save")}
        </Button>
      </div>
    </div>
  );
}

function Editable({ channel }: CutOffsProps) {
  const { data, error, refetch } = useCallQuery(queryStorage, { is_closed: false, page_size: 200 });
  if (data === undefined) return <FailedNotice error={error} onRetry={() => void refetch()} />;
  return <CutOffsEditor channel={channel} warehouses={data.result} />;
}

/** A channel's cut-offs: a time for each open warehouse, by the warehouse's clock. */
export function CutOffsPanel({ channel }: CutOffsProps) {
  const { t } = useTranslation();
  const mayEdit = isPermitted(channelsActions.cutOffs, useCaller());
  return (
    <section className="panel stack" aria-labelledby="channel-cut-offs">
      <h2 id="channel-cut-offs">{t("channels.cutOff.title")}</h2>
      <p className="quiet small">{t("channels.cutOff.about")}</p>
      {mayEdit ? (
        <Editable channel={channel} />
      ) : channel.cut_offs.length === 0 ? (
        <p className="quiet">{t("channels.cutOff.none")}</p>
      ) : (
        <Facts of={channel.cut_offs.map(({ warehouse_name, time }) => [warehouse_name, time] as const)} />
      )}
    </section>
  );
}
