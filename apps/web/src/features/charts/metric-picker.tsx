import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useT } from '../../shared/i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import styles from './charts.module.css'

/** Opens the choice of metrics; says how many are chosen. */
export function MetricPicker({ chosenCount, onOpen }: { chosenCount: number; onOpen: () => void }) {
  const t = useT()
  return (
    <Button onClick={onOpen} aria-haspopup="dialog">
      <IconAdjustmentsHorizontal size={17} stroke={1.6} aria-hidden className={styles.pickerIcon} />
      <span className={styles.pickerText}>
        {chosenCount === 0 ? t('charts.metrics.balance') : `${t('charts.metrics.label')} (${chosenCount})`}
      </span>
    </Button>
  )
}
