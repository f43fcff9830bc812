import { useMemo } from "react";
import { z } from "zod";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { BatchResult } from "#src/kit/ui/list/list-definition.ts";
import { cancelWave, holdWave, kickOrders, optimizeWave } from "./waves.contract.ts";
import type { WaveDetail, WaveMember } from "./waves.contract.ts";

const reason = z.string().trim().min(1).max(500);
const reasonField = { kind: "text", label: "waves.reason", isRequired: true, maxLength: 500 } as const;

/** The steps of a wave that need an answer first. */
export type AskedWaveStep = "hold" | "cancel" | "optimize";

type Wave = Pick<WaveDetail, "wave_uuid" | "wave_number" | "version" | "figures">;

function reasonForm(step: "hold" | "cancel", { wave_uuid, version }: Wave) {
  return defineForm({
    name: "waves.reason",
    keepsDraft: false,
    schema: z.object({ reason }),
    submit: `waves.step.${step}`,
    fields: { reason: reasonField },
    send: (values, { client }) => client.call(step === "hold" ? holdWave : cancelWave, { wave_uuid, version, ...values }),
  });
}

const seconds = ["5", "10", "30", "60"] as const;

function optimizeForm({ wave_uuid, version }: Wave) {
  return defineForm({
    name: "waves.optimize",
    keepsDraft: false,
    schema: z.object({ seconds: z.enum(seconds) }),
    submit: "waves.step.optimize",
    fields: {
      seconds: {
        kind: "choice",
        label: "waves.seconds",
        options: seconds.map((value) => ({ value, text: `waves.secondsOf.${value}` as const })),
        look: "radio",
        isRequired: true,
      },
    },
    send: (values, { client }) => client.call(optimizeWave, { wave_uuid, version, seconds: Number(values.seconds) }),
  });
}

interface StepFormProps {
  readonly step: AskedWaveStep;
  readonly of: Wave;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function ReasonForm({ step, of, onDone }: StepFormProps & { readonly step: "hold" | "cancel" }) {
  const form = useMemo(() => reasonForm(step, of), [step, of]);
  return <Form of={form} onDone={onDone} />;
}

function OptimizeForm({ of, onDone }: StepFormProps) {
  const { t, locale } = useTranslation();
  const form = useMemo(() => optimizeForm(of), [of]);
  const tell = ({ figures }: WaveDetail): void => {
    const saved = Math.round((of.figures?.walking_metres ?? 0) - (figures?.walking_metres ?? 0));
    const words = saved > 0 ? t("waves.shorter", { metres: formatNumber(saved, locale) }) : t("waves.noneShorter");
    useToasts.getState().show("good", words);
    onDone();
  };
  return <Form of={form} initial={{ seconds: "10" }} onDone={tell} />;
}

/** Asks what a step of a wave needs, and takes it. */
export function WaveStepDialog(props: StepFormProps) {
  const { t } = useTranslation();
  const { step, of, onClose } = props;
  return (
    <FormDialog title={t(`waves.step.${step}`)} onClose={onClose}>
      <p>{t(`waves.asks.${step}`, { number: of.wave_number })}</p>
      {step === "optimize" ? <OptimizeForm {...props} /> : <ReasonForm {...props} step={step} />}
    </FormDialog>
  );
}

function kickForm(waveUuid: string, members: readonly WaveMember[]) {
  return defineForm({
    name: "waves.kick",
    keepsDraft: false,
    schema: z.object({ reason }),
    submit: "waves.step.kick",
    fields: { reason: reasonField },
    send: async (values, { client }): Promise<BatchResult> => {
      const order_ids = members.map(({ order_uuid }) => order_uuid);
      const { done, failed } = await client.call(kickOrders, { wave_uuid: waveUuid, order_ids, ...values });
      const numbers = new Map(members.map(({ order_uuid, order_number }) => [order_uuid, order_number]));
      return { done, failed: failed.map(({ order_id, message }) => ({ id: order_id, label: numbers.get(order_id) ?? "", message })) };
    },
  });
}

interface KickProps {
  readonly waveUuid: string;
  readonly members: readonly WaveMember[];
  readonly onDone: (result: BatchResult) => void;
  readonly onClose: () => void;
}

/** Asks for the reason, and kicks orders out of a wave. */
export function KickDialog({ waveUuid, members, onDone, onClose }: KickProps) {
  const { t } = useTranslation();
  const form = useMemo(() => kickForm(waveUuid, members), [waveUuid, members]);
  return (
    <FormDialog title={t("waves.step.kick")} onClose={onClose}>
      <p>{t("waves.asks.kick", { count: members.length })}</p>
      <Form of={form} onDone={onDone} />
    </FormDialog>
  );
}
