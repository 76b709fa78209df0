import { useState } from 'react'
import { useT } from '../../../shared/i18n/use-t.ts'
import type { PortalDevice } from '../../../shared/portal/portal-query.ts'
import { Button } from '../../../ui/button.tsx'
import { ConsumerInfoDialog } from './consumer-info-dialog.tsx'
import styles from './unknown-powers.module.css'

/** Says that the agreed powers are not known, which is not the same as none, and lets their owner enter them. */
export function UnknownPowers({ device }: { device: PortalDevice }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  if (device.consumerInfo?.powerLimits) return null
  return (
    <div className={styles.note}>
      <p>{t('portal.powers.unknown')}</p>
      {device.owner === null && (
        <Button size="small" onClick={() => setOpen(true)}>
          {t('portal.powers.enter')}
        </Button>
      )}
      {isOpen && <ConsumerInfoDialog device={device} onClose={() => setOpen(false)} />}
    </div>
  )
}
