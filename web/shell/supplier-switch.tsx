import Network from "lucide-react/icons/network";
import Plus from "lucide-react/icons/plus";
import { useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { providersActions } from "#src/company/providers/providers.actions.ts";
import { switchProvider } from "#src/company/providers/providers.contract.ts";
import type { Person } from "#src/kit/session/session.store.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { formatReason, getObstacle } from "#src/kit/ui/action/action.ts";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import type { MenuItem } from "#src/kit/ui/menu.tsx";
import { Menu } from "#src/kit/ui/menu.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { getToKnow } from "../guard.ts";
import { workWith } from "../supplier.ts";

/** The retailer's current supplier, with a menu to switch. A support session cannot switch. */
export function SupplierSwitch({ person }: { person: Person }) {
  const words = useTranslation();
  const { t } = words;
  const caller = useCaller();
  const suppliers = useSessions((store) => store.suppliers);
  const { perform } = useCallMutation(switchProvider);
  const getName = (uuid: string) => suppliers[uuid]?.name ?? t("navigation.shell.supplier.unnamed");
  const current = person.providerUuid === "" ? t("navigation.shell.supplier.none") : getName(person.providerUuid);

  async function change(uuid: string): Promise<void> {
    try {
      await perform({ provider_uuid: uuid });
    } catch {
      // The call has shown why; the list of suppliers may have changed.
      getToKnow("ds").catch(() => undefined);
      return;
    }
    workWith(uuid);
    useToasts.getState().show("good", t("navigation.shell.supplier.switched", { name: getName(uuid) }));
  }

  const sign = <Network size={16} aria-hidden />;
  if (person.isReadOnly)
    return (
      <p className="supplier" title={t("navigation.shell.supplier.label", { name: current })}>
        {sign}
        <span className="supplier-name">{current}</span>
      </p>
    );
  const choices = Object.entries(suppliers).map(([uuid, { name, isBlocked }]): MenuItem => {
    const isCurrent = uuid === person.providerUuid;
    const obstacle = getObstacle(providersActions.switch, { is_blocked: isBlocked }, caller);
    return {
      id: uuid,
      text: name,
      isCurrent,
      ...(obstacle === null ? {} : { reason: formatReason(obstacle, words) }),
      choose: () => {
        if (!isCurrent) void change(uuid);
      },
    };
  });
  const other: MenuItem = {
    id: "other",
    text: t("navigation.shell.supplier.other"),
    icon: <Plus size={16} aria-hidden />,
    href: "/ds/third-part-key-information",
  };
  const label = t("navigation.shell.supplier.label", { name: current });
  return (
    <Menu
      trigger={
        <IconButton label={label} className="supplier" icon={sign}>
          <span className="supplier-name">{current}</span>
        </IconButton>
      }
      label={label}
      placement="bottom end"
      sections={[
        { id: "suppliers", items: choices },
        { id: "others", items: [other] },
      ].filter(({ items }) => items.length > 0)}
    />
  );
}
