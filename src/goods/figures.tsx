/** What is known, each in a box of its own with a large value; what is empty is left out. */
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
