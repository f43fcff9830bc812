import CheckOutlined from "@ant-design/icons/es/icons/CheckOutlined";
import ClusterOutlined from "@ant-design/icons/es/icons/ClusterOutlined";
import PlusOutlined from "@ant-design/icons/es/icons/PlusOutlined";
import { useCaller, useDeed } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { providersActions } from "#src/providers/providers.actions.ts";
import { switchProvider } from "#src/providers/providers.contract.ts";
import type { Person } from "#src/session/session.store.ts";
import { useSessions } from "#src/session/session.store.ts";
import { formatReason, getObstacle } from "#src/ui/action/action.ts";
import { useToasts } from "#src/ui/toast.store.ts";
import { getToKnow } from "../guard.ts";
import { workWith } from "../supplier.ts";
import type { MenuChoice } from "./menu-button.tsx";
import { MenuButton } from "./menu-button.tsx";

/** The supplier that a retailer works with now, and the way to another. Nothing to choose in a look for support. */
export function SupplierSwitch({ person }: { person: Person }) {
  const words = useTranslation();
  const { t } = words;
  const caller = useCaller();
  const suppliers = useSessions((store) => store.suppliers);
  const { perform } = useDeed(switchProvider);
  const nameOf = (uuid: string) => suppliers[uuid]?.name ?? t("places.shell.supplier.unnamed");
  const current = person.providerUuid === "" ? t("places.shell.supplier.none") : nameOf(person.providerUuid);

  async function change(uuid: string): Promise<void> {
    try {
      await perform({ provider_uuid: uuid });
    } catch {
      // The call has said why; which suppliers can be switched to may have changed.
      getToKnow("ds").catch(() => undefined);
      return;
    }
    workWith(uuid);
    useToasts.getState().show("good", t("places.shell.supplier.switched", { name: nameOf(uuid) }));
  }

  const sign = <ClusterOutlined aria-hidden />;
  if (person.isReadOnly)
    return (
      <p className="supplier" title={t("places.shell.supplier.label", { name: current })}>
        {sign}
        <span className="supplier-name">{current}</span>
      </p>
    );
  const choices = Object.entries(suppliers).map(([uuid, { name, isBlocked }]): MenuChoice => {
    const isChecked = uuid === person.providerUuid;
    const obstacle = getObstacle(providersActions.switch, { is_blocked: isBlocked }, caller);
    return {
      id: uuid,
      label: name,
      isChecked,
      icon: <CheckOutlined aria-hidden style={{ visibility: isChecked ? "visible" : "hidden" }} />,
      ...(obstacle === null ? {} : { reason: formatReason(obstacle, words) }),
      onChoose: () => {
        if (!isChecked) void change(uuid);
      },
    };
  });
  const other: MenuChoice = {
    id: "other",
    label: t("places.shell.supplier.other"),
    icon: <PlusOutlined aria-hidden />,
    href: "/ds/third-part-key-information",
    ...(choices.length > 0 ? { isApart: true } : {}),
  };
  return (
    <MenuButton
      label={t("places.shell.supplier.label", { name: current })}
      className="icon-button supplier"
      align="end"
      choices={[...choices, other]}
    >
      {sign}
      <span className="supplier-name">{current}</span>
    </MenuButton>
  );
}
