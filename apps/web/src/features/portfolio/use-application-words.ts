import { useFormat } from '../../shared/i18n/use-format.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useEuro } from '../../shared/use-euro.ts'
import type { ApplicationWords } from './apply-texts.ts'
import type { PortfolioOptimisation } from './portfolio-query.ts'

/** What requests of a run are written with, in the current language. */
export function useApplicationWords(run: PortfolioOptimisation): ApplicationWords {
  return { t: useT(), format: useFormat(), euro: useEuro(), day: useFormatDay(), run }
}
