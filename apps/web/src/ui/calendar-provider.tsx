import 'dayjs/locale/bs'
import 'dayjs/locale/cs'
import 'dayjs/locale/de'
import 'dayjs/locale/fr'
import 'dayjs/locale/hr'
import 'dayjs/locale/it'
import 'dayjs/locale/mk'
import 'dayjs/locale/nl'
import 'dayjs/locale/pl'
import 'dayjs/locale/pt'
import 'dayjs/locale/sk'
import 'dayjs/locale/sl'
import 'dayjs/locale/sr'
import 'dayjs/locale/sv'
import { DatesProvider } from '@mantine/dates'
import type { ReactNode } from 'react'
import { LibraryProvider } from './library-provider.tsx'

/** Wraps calendars: months and weekdays in the current language, weeks from Monday. */
export function CalendarProvider({ locale, children }: { locale: string; children: ReactNode }) {
  return (
    <LibraryProvider>
      <DatesProvider settings={{ locale, firstDayOfWeek: 1 }}>{children}</DatesProvider>
    </LibraryProvider>
  )
}
