import { stopSlowCalls, subscribeToSlowCalls } from '../lib/slow-calls.ts'
import { translate } from '../shared/i18n/use-t.ts'
import { closeToast, showToast } from '../ui/toast-store.ts'

/** A wait of more than some seconds is reported, in an open window too, and can be cancelled. */
export function watchSlowCalls(): () => void {
  let shown: number | null = null
  return subscribeToSlowCalls((isSlow) => {
    if (isSlow && shown === null)
      shown = showToast(translate('shell.slow.text'), {
        delayMs: null,
        action: { label: translate('shell.slow.stop'), run: stopSlowCalls },
      })
    else if (!isSlow && shown !== null) {
      closeToast(shown)
      shown = null
    }
  })
}
