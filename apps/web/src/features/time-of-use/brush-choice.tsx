import type { TimePlanBlock } from '@ohmstead/domain/pricing/time-plan'
import { useId } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import styles from './brush-choice.module.css'
import { inkOn } from './plan-text.ts'
import planStyles from './time-of-use.module.css'

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
    ...blocks.map(({ id, title, color }, at) => ({ id, title, color, number: at + 1 })),
    { id: null, title: t('time_of_use.week.erase'), color: null, number: null },
  ]
  return (
    <fieldset className={styles.brushes}>
      <legend className="visually-hidden">{t('time_of_use.week.brush')}</legend>
      {choices.map(({ id, title, color, number }) => (
        <label key={String(id)} className={styles.brush}>
          <input type="radio" name={name} checked={brush === id} onChange={() => onChange(id)} />
          <BlockMark color={color} number={number} />
          {title}
        </label>
      ))}
    </fieldset>
  )
}

/** The blocks in the order of their numbers, where nothing can be painted. */
export function BlockKey({ blocks }: { blocks: readonly TimePlanBlock[] }) {
  return (
    <ul className={`${planStyles.legend} ${styles.blockKey}`} aria-hidden>
      {blocks.map(({ id, title, color }, at) => (
        <li key={id}>
          <BlockMark color={color} number={at + 1} />
          {title}
        </li>
      ))}
    </ul>
  )
}

/** Its number is also its key, and what is written in days too narrow for its name. */
function BlockMark({ color, number }: { color: string | null; number: number | null }) {
  return (
    <span
      className={`${styles.mark} ${color === null ? planStyles.nothing : ''}`}
      style={color === null ? undefined : { background: color, color: inkOn(color) }}
      aria-hidden
    >
      {number}
    </span>
  )
}
