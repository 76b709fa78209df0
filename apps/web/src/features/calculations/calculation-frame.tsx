import { IconCalculator } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { useOpenSidebar } from '../../shared/sidebar/sidebar-context.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './calculations.module.css'
import { type Calculated, useCalculation } from './use-calculation.ts'

/** Around everything that shows a calculation: nothing asked yet, on its way, failed, or here. The old one stays. */
export function CalculationFrame({
  children,
}: {
  children: (calculated: Calculated, isFetching: boolean, process: () => void) => ReactNode
}) {
  const { device, body, calculated, error, isFetching, process } = useCalculation()
  if (!device) return null
  if (body === null && !calculated) return <NotAskedYet />
  if (!calculated) {
    if (error && !isFetching) return <FailedState isPage error={error} onRetry={process} />
    return <CalculationSkeleton />
  }
  return (
    <div className={styles.page} aria-busy={isFetching}>
      {error && !isFetching && <FailedStrip error={error} onRetry={process} />}
      <div className={styles.busy} data-busy={isFetching || undefined} aria-hidden />
      {children(calculated, isFetching, process)}
    </div>
  )
}

function NotAskedYet() {
  const t = useT()
  const openSidebar = useOpenSidebar()
  const start = () => {
    openSidebar()
    // The drawer stands after the next frame; where the sidebar is open the field is there already.
    requestAnimationFrame(() =>
      document.querySelector<HTMLInputElement>('input[name=vt], input[name=et]')?.focus(),
    )
  }
  return (
    <EmptyState
      isPage
      icon={<IconCalculator size={22} stroke={1.6} />}
      title={t('calculations.empty.title')}
      text={t('calculations.empty.text')}
    >
      <Button variant="primary" onClick={start}>
        {t('calculations.empty.action')}
      </Button>
    </EmptyState>
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
