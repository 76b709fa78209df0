import type { TimePlanBlock } from '@ohmstead/domain/pricing/time-plan'
import { useId } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import styles from './time-of-use.module.css'

/** What the grid is painted with: one of the blocks, or nothing, which erases. */
export function BrushChoice({
  blocks,
  brush,
  onChange,
}: {
  blocks: readonly TimePlanBlock[]
  brush: number | null
  onChange: (blockId: number | null) => void
}) {
  const t = useT()
  const name = useId()
  const choices = [
    ...blocks.map(({ id, title, color }) => ({ id, title, color })),
    { id: null, title: t('time_of_use.week.erase'), color: null },
  ]
  return (
    <fieldset className={styles.brushes}>
      <legend className="visually-hidden">{t('time_of_use.week.brush')}</legend>
      {choices.map(({ id, title, color }) => (
        <label key={String(id)} className={styles.brush}>
          <input type="radio" name={name} checked={brush === id} onChange={() => onChange(id)} />
          <span
            className={`${styles.swatch} ${color === null ? styles.nothing : ''}`}
            style={color === null ? undefined : { background: color }}
            aria-hidden
          />
          {title}
        </label>
      ))}
    </fieldset>
  )
}
