import { type ReactNode, useDeferredValue } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { PowersNote } from '../../shared/portal/consumer-info/powers-note.tsx'
import { useOpenSidebar } from '../../shared/sidebar/sidebar-context.ts'
import { FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './calculations.module.css'
import { type Calculated, useCalculation } from './use-calculation.ts'

/** Wraps everything that shows a calculation: loading, failed, or complete. The old one stays. */
export function CalculationFrame({
  children,
}: {
  children: (calculated: Calculated, isFetching: boolean, process: () => void) => ReactNode
}) {
  const { device, calculated: answered, error, isFetching, process } = useCalculation()
  // The long page is drawn in pieces when its answer arrives, so that a phone answers a touch meanwhile.
  const drawn = useDeferredValue(answered)
  const calculated = drawn?.device.id === answered?.device.id ? drawn : null
  if (!device) return null
  if (!calculated) {
    if (error && !isFetching) return <FailedState isPage error={error} onRetry={process} />
    return <CalculationSkeleton />
  }
  return (
    <div className={styles.page} aria-busy={isFetching}>
      {error && !isFetching && <FailedStrip error={error} onRetry={process} />}
      <div className={styles.busy} data-busy={isFetching || undefined} aria-hidden />
      {calculated.body.withoutEnergyPrices && <AskForPrices />}
      <PowersNote device={device} />
      {children(calculated, isFetching, process)}
    </div>
  )
}

/** The advice needs no prices; the supplier's part of the bill does. */
function AskForPrices() {
  const t = useT()
  const openSidebar = useOpenSidebar()
  const start = () => {
    openSidebar()
    // The drawer exists after the next frame; with an open sidebar the field is already there.
    requestAnimationFrame(() =>
      document.querySelector<HTMLInputElement>('input[name=vt], input[name=et]')?.focus(),
    )
  }
  return (
    <aside className={styles.prices}>
      <p>{t('calculations.without_prices.text')}</p>
      <Button size="small" onClick={start}>
        {t('calculations.empty.action')}
      </Button>
    </aside>
  )
}

function CalculationSkeleton() {
  return (
    <div className={styles.page} aria-busy>
      <Skeleton width={260} height={28} />
      <Skeleton height={300} radius={16} />
      <Skeleton height={520} radius={16} />
    </div>
  )
}
