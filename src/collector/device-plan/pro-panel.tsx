import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#src/collector/jobs/background-calls.ts";
import type { LinkGoal, ProStatus } from "#src/pro/entitlement/pro-status.rules.ts";
import { isWaiting } from "#src/pro/entitlement/pro-status.rules.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { LinkedPanel } from "./linked-panel.tsx";
import { LinkingPanel } from "./linking-panel.tsx";
import { proPrice } from "#src/pro/plan/plan.contract.ts";
import { proQuery, useAwaited, useProNews } from "./pro.queries.ts";
import { ProSteps } from "./pro-steps.tsx";
import { ProTrouble } from "./pro-trouble.tsx";

type CallMutation = { name: "pro.link"; goal: LinkGoal } | { name: "pro.stopLink" | "pro.renew" | "pro.unlink" };

/** Runs one Pro action at a time and shows its result at once. */
function useProDeed() {
  const client = useQueryClient();
  const { t } = useTranslation();
  const show = useToasts((toasts) => toasts.show);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (deed: CallMutation): Promise<ProStatus> =>
      deed.name === "pro.link" ? call(deed.name, { goal: deed.goal }) : call(deed.name, {}),
    onSuccess: (status, { name }) => {
      client.setQueryData(proQuery.queryKey, status);
      if (name === "pro.unlink" && status.left === null) show("good", t("plan.device.unlinked"));
    },
    networkMode: "always",
  });
  return { perform: mutate, isPending, error };
}

/** The ways to Pro for a browser that is not linked to an account. */
function Offer({ language, isBusy, onLink }: { language: Language; isBusy: boolean; onLink: (goal: LinkGoal) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t("plan.device.intro")}</p>
      <div className="row">
        <Button tone="primary" isDisabled={isBusy} onClick={() => onLink("buy")}>
          {t("plan.device.get", { price: proPrice[language].text })}
        </Button>
        <Button isDisabled={isBusy} onClick={() => onLink("use")}>
          {t("plan.device.have")}
        </Button>
      </div>
      <ProSteps goal="buy" />
    </>
  );
}

/** Pro in this browser, in each of its states. */
function ProState({ status, language, hasLimited }: { status: ProStatus; language: Language; hasLimited: boolean }) {
  const { t } = useTranslation();
  const { perform, isPending, error } = useProDeed();
  useAwaited(isWaiting(status));
  if (!status.isSold) {
    return (
      <Notice tone="normal" title={t("plan.device.noServer.title")}>
        <p>{t("plan.device.noServer.next")}</p>
      </Notice>
    );
  }
  const link = (goal: LinkGoal) => perform({ name: "pro.link", goal });
  const { linking, isLinked } = status;
  return (
    <>
      <ProTrouble status={status} />
      {linking !== null && (
        <LinkingPanel
          linking={linking}
          isBusy={isPending}
          onOpen={() => link(linking.goal)}
          onStop={() => perform({ name: "pro.stopLink" })}
        />
      )}
      {linking === null && isLinked && (
        <LinkedPanel
          status={status}
          language={language}
          hasLimited={hasLimited}
          isBusy={isPending}
          onLook={() => perform({ name: "pro.renew" })}
          onUnlink={() => perform({ name: "pro.unlink" })}
        />
      )}
      {linking === null && !isLinked && <Offer language={language} isBusy={isPending} onLink={link} />}
      {error !== null && (
        <Notice tone="bad" title={t("collect.problem.unexpected.title")}>
          <code className="small">{error.message}</code>
        </Notice>
      )}
    </>
  );
}

/** Pro in this browser: get it, link it, see it. */
export function ProPanel({ language, hasLimited }: { language: Language; hasLimited: boolean }) {
  const { t } = useTranslation();
  const { data: status, error, refetch } = useQuery(proQuery);
  useProNews();
  return (
    <section className="panel stack plan-device">
      <h2>{t("plan.device.title")}</h2>
      {status === undefined && error === null && (
        <p role="status" className="quiet">
          {t("plan.device.reading")}
        </p>
      )}
      {error !== null && status === undefined && (
        <Notice tone="bad" title={t("ui.failed")}>
          <code className="small">{error.message}</code>
          <div className="row">
            <Button onClick={() => void refetch()}>{t("ui.retry")}</Button>
          </div>
        </Notice>
      )}
      {status !== undefined && <ProState status={status} language={language} hasLimited={hasLimited} />}
    </section>
  );
}
