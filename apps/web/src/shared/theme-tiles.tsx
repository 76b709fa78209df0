import { useId } from 'react'
import { ThemeSwatch } from '../ui/theme-swatch.tsx'
import { isTheme, themes } from '../ui/themes.ts'
import { useT } from './i18n/use-t.ts'
import styles from './theme-tiles.module.css'

interface ThemeTilesProps {
  label: string
  isLabelHidden?: boolean
  /** The name of a theme; empty chooses none. */
  value: string
  /** The meaning of none, if available. */
  none?: string
  onChange: (theme: string) => void
}

/** All themes with a preview, one of them chosen. */
export function ThemeTiles({ label, isLabelHidden = false, value, none, onChange }: ThemeTilesProps) {
  const t = useT()
  const name = useId()
  const choices = none === undefined ? themes : (['', ...themes] as const)
  return (
    <fieldset className={styles.themes}>
      <legend className={isLabelHidden ? 'visually-hidden' : styles.legend}>{label}</legend>
      {choices.map((theme) => (
        <label key={theme} className={styles.theme}>
          <input
            type="radio"
            name={name}
            value={theme}
            checked={theme === value}
            onChange={() => onChange(theme)}
          />
          {isTheme(theme) ? <ThemeSwatch theme={theme} /> : <span className={styles.none} aria-hidden />}
          <span>{isTheme(theme) ? t(`theme.${theme}`) : none}</span>
        </label>
      ))}
    </fieldset>
  )
}
