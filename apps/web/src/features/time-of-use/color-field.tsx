import { useId } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import fieldStyles from '../../ui/field.module.css'
import styles from './time-of-use.module.css'

/** Told apart by colour-blind eyes too. */
export const planColors = [
  '#3f8f6b',
  '#e0a400',
  '#c2412d',
  '#3b6fd4',
  '#8a5bd1',
  '#1f97ad',
  '#d0679d',
  '#6b7686',
] as const

/** A colour: the browser's own choice, with proposals beside it. */
export function ColorField({ color, onChange }: { color: string; onChange: (color: string) => void }) {
  const t = useT()
  const id = useId()
  const label = t('time_of_use.field.color')
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.colors}>
        <input id={id} type="color" value={color} onChange={(event) => onChange(event.target.value)} />
        {planColors.map((proposed) => (
          <button
            key={proposed}
            type="button"
            className={styles.color}
            style={{ background: proposed }}
            aria-label={`${label} ${proposed}`}
            aria-pressed={proposed === color}
            onClick={() => onChange(proposed)}
          />
        ))}
      </div>
    </div>
  )
}
