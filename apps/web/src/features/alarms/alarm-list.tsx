import { useState } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { AlarmCard } from './alarm-card.tsx'
import type { ListedAlarm } from './filter-alarms.ts'
import styles from './notifications-modal.module.css'

const atOnce = 50

/** A card for each alarm; of thousands the first ones, and more at a press. */
export function AlarmList({ found, onFollow }: { found: readonly ListedAlarm[]; onFollow: () => void }) {
  const t = useT()
  const format = useFormat()
  const [shown, setShown] = useState(atOnce)
  const rest = found.length - shown
  return (
    <>
      <ul className={styles.list}>
        {found.slice(0, shown).map((listed) => (
          <AlarmCard key={listed.alarm.id} listed={listed} onFollow={onFollow} />
        ))}
      </ul>
      {rest > 0 && (
        <Button onClick={() => setShown(shown + atOnce)}>
          {t('locations.list.more', { count: format.number(Math.min(rest, atOnce)) })}
        </Button>
      )}
    </>
  )
}
