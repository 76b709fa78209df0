import styles from './chart-key.module.css'

export interface KeyRow {
  key: string
  label: string
  colour: string
  /** The fill of areas, if it differs from their rim. */
  fill?: string
  value: string
  hint?: string
}

/** The meaning of a chart's colours, with their values at the chosen position. */
export function ChartKey({ heading, rows }: { heading: string; rows: readonly KeyRow[] }) {
  return (
    <div className={styles.key}>
      <h3>{heading}</h3>
      <dl>
        {rows.map(({ key, label, colour, fill = colour, value, hint }) => (
          <div key={key} className={styles.keyRow}>
            <dt>
              <span className={styles.swatch} style={{ background: fill, borderColor: colour }} aria-hidden />
              {label}
              {hint && <small>{hint}</small>}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
