import styles from './theme-swatch.module.css'
import type { Theme } from './themes.ts'

/** The background of a theme with its accent, drawn with the theme's own tokens. */
export function ThemeSwatch({ theme }: { theme: Theme }) {
  return <span className={styles.swatch} data-swatch data-theme={theme} aria-hidden />
}
