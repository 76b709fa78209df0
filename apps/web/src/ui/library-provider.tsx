import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/dates/styles.css'
import './library.css'
import { createTheme, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'

// Colours come from the tokens (library.css), so the library's variables stay static and no style element is created.
const theme = createTheme({ fontFamily: 'var(--font)', cursorType: 'pointer', respectReducedMotion: true })

/** Wraps components of the library: calendars. It is loaded together with them, not at the start. */
export function LibraryProvider({ children }: { children: ReactNode }) {
  const scheme = document.documentElement.dataset.mantineColorScheme === 'light' ? 'light' : 'dark'
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
