/** Shows each known figure in a box with a large value; empty figures are left out. */
export function Figures({ of }: { of: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className="goods-figures">
      {of
        .filter(([, value]) => value !== "")
        .map(([name, value]) => (
          <div key={name}>
            <dt className="quiet">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
