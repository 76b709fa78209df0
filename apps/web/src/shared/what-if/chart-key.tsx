import styles from './chart-key.module.css'

export interface KeyRow {
  key: string
  label: string
  colour: string
  /** What areas are filled with, where it is not the colour of their rim. */
  fill?: string
  value: string
  hint?: string
}

/** What the colours of a chart mean, with their values at the chosen place. */
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
