import "./orders.css";
import { Link } from "@tanstack/react-router";
import { listToDos } from "#src/company/home/to-dos.contract.ts";
import { getFigure } from "#src/company/home/figures.rules.ts";
import type { Figure } from "#src/company/home/figures.rules.ts";
import { mayCall, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { exactTotalLimit } from "#src/kit/api/list.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import type { Tone } from "#src/kit/ui/status-tag.tsx";
import { CutOffs } from "./cut-offs.tsx";
import { statusTones } from "./order-words.rules.ts";
import { countOrders, listCutOffs } from "./orders.contract.ts";
import { openStatuses } from "./orders.machine.ts";
import type { OrderStatus } from "./orders.machine.ts";

interface FigureProps {
  readonly label: string;
  readonly tone: Tone;
  readonly count: number;
  readonly href: string;
  readonly search: object;
}

/** A number of the funnel, which leads to the list of what it counts. */
function FunnelFigure({ label, tone, count, href, search }: FigureProps) {
  const { locale } = useTranslation();
  // Lists count no further.
  const shown = `${formatNumber(count, locale)}${count >= exactTotalLimit ? "+" : ""}`;
  return (
    <li className="stack-tight">
      <StatusTag tone={tone} text={label} />
      <Link to={href} search={search} className="number outbound-total" aria-label={`${label}: ${shown}`}>
        {shown}
      </Link>
    </li>
  );
}

/** The tone of each figure that is not 0. */
const figureTones = {
  toSort: "normal",
  labelsWaiting: "normal",
  labelsFailed: "bad",
  labelsToPrint: "normal",
  shippedToday: "good",
  undecidedReturns: "warn",
  oldExceptions: "bad",
} as const satisfies Record<Figure, Tone>;

/** The steps of orders, with the figures about sort walls, parcels, returns and exceptions where they belong. */
const beforeLabels = openStatuses.filter((status) => status !== "bagged");
const steps: readonly (OrderStatus | Figure)[] = [
  ...beforeLabels.flatMap((status): readonly (OrderStatus | Figure)[] => (status === "picked" ? [status, "toSort"] : [status])),
  "labelsWaiting",
  "labelsFailed",
  "labelsToPrint",
  "bagged",
  "shippedToday",
  "delivered",
  "undecidedReturns",
  "oldExceptions",
];

const isFigure = (step: OrderStatus | Figure): step is Figure => step in figureTones;

/** How many orders are in each step, and how far parcels and returns are: each number a link to them. */
function Funnel() {
  const { t } = useTranslation();
  const { role, area } = useCaller();
  const orders = useCallQuery(countOrders, {}).data?.result;
  const figures = useCallQuery(listToDos, {}).data?.figures;
  if (orders === undefined || figures === undefined || area === null) return null;
  const href = role === "dropShipper" ? "/ds/order" : "/p/p-list-of-shipping-orders";
  return (
    <section className="panel stack" aria-labelledby="orders-funnel">
      <h2 id="orders-funnel">{t("orders.cutOffs.funnel")}</h2>
      <ul className="outbound-funnel orders-today">
        {(role === "dropShipper" ? (["draft", ...steps] as const) : steps).map((step) => {
          if (!isFigure(step)) {
            const count = orders.find(({ status }) => status === step)?.orders ?? 0;
            const about = { label: t(`orders.status.${step}`), tone: statusTones[step], count };
            return <FunnelFigure key={step} {...about} href={href} search={{ status: step }} />;
          }
          // Missing without the right to open its page.
          const found = figures.find(({ figure }) => figure === step);
          const page = getFigure(step).pages[area];
          if (found === undefined || page === undefined) return null;
          const tone = found.count === 0 ? "quiet" : figureTones[step];
          return <FunnelFigure key={step} label={t(`home.figure.${step}`)} tone={tone} count={found.count} {...page} />;
        })}
      </ul>
    </section>
  );
}

/** The orders of the day on the home page: the funnel, and for the supplier what is late and due next. */
export function OrdersToday() {
  const caller = useCaller();
  if (!mayCall(caller, countOrders)) return null;
  return (
    <>
      <Funnel />
      {mayCall(caller, listCutOffs) && <CutOffs />}
    </>
  );
}
