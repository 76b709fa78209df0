import { useEffect } from 'react'
import { useTheme } from '../../shared/theme-choice.ts'
import { colorSchemeOf, isTheme } from '../../ui/themes.ts'

/** Shows the whole page in a theme that is chosen but not saved, and the person's own again afterwards. */
export function useThemePreview(theme: string): void {
  const own = useTheme()
  useEffect(() => {
    if (!isTheme(theme)) return
    const root = document.documentElement
    const show = (name: typeof own) => {
      root.dataset.theme = name
      root.dataset.mantineColorScheme = colorSchemeOf(name)
    }
    show(theme)
    return () => show(own)
  }, [theme, own])
}
