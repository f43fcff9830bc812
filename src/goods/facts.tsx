/** What is known, as names and values; what is empty is left out. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: string])[] }) {
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
