import { loadAllTexts } from '../shared/i18n/catalogue.ts'
import { isSavingData, whenIdle } from './when-idle.ts'

/** Well after the first view. Whoever points at a link before has them loaded with its page. */
const afterMs = 5000

/** Loads the texts of all other pages once the first one is idle, so that nobody waits for them. Returns how to cancel it. */
export function keepTextsReady(): () => void {
  if (isSavingData()) return () => {}
  // What fails is loaded with the next page.
  const timer = setTimeout(() => whenIdle(() => void loadAllTexts().catch(() => {})), afterMs)
  return () => clearTimeout(timer)
}
