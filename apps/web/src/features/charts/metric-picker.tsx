import { IconListCheck } from '@tabler/icons-react'
import { useT } from '../../shared/i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import styles from './charts.module.css'

/** Opens the choice of metrics; says how many are chosen. */
export function MetricPicker({ chosenCount, onOpen }: { chosenCount: number; onOpen: () => void }) {
  const t = useT()
  return (
    <Button onClick={onOpen} aria-haspopup="dialog">
      <IconListCheck size={17} stroke={1.6} aria-hidden className={styles.pickerIcon} />
      <span className={styles.pickerText}>
        {t('charts.metrics.choose')}
        {chosenCount > 0 && ` (${chosenCount})`}
      </span>
    </Button>
  )
}
