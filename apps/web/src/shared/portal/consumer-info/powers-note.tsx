import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useFormatDay } from '../../i18n/use-format-day.ts'
import { useT } from '../../i18n/use-t.ts'
import type { PortalDevice } from '../portal-query.ts'
import { ConsumerInfoDialog } from './consumer-info-dialog.tsx'
import styles from './powers-note.module.css'
import { useSaveConsumerInfo } from './use-save-consumer-info.ts'

/**
 * Says what is not known of the agreed powers: the powers themselves, which is not the same as none, those of some
 * blocks, or who set them, which decides whether excess power is charged. The owner of the point can answer on the spot.
 */
export function PowersNote({ device }: { device: PortalDevice }) {
  const { consumerInfo } = device
  const t = useT()
  const day = useFormatDay()
  if (consumerInfo === null) return null
  if (!consumerInfo.powerLimits) return <UnknownPowers device={device} text={t('portal.powers.unknown')} />
  const { dateFrom, assumedBlocks } = consumerInfo.powerLimits.at(-1) ?? {}
  return (
    <>
      {dateFrom && assumedBlocks && (
        <UnknownPowers
          device={device}
          text={t('portal.powers.block_assumed', { day: day(dateFrom), blocks: assumedBlocks.join(', ') })}
        />
      )}
      {consumerInfo.assumed.includes('limitSetBy') && <UnknownSetBy device={device} />}
    </>
  )
}

function UnknownPowers({ device, text }: { device: PortalDevice; text: string }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.note}>
      <p>{text}</p>
      {device.owner === null && (
        <Button size="small" onClick={() => setOpen(true)}>
          {t('portal.powers.enter')}
        </Button>
      )}
      {isOpen && <ConsumerInfoDialog device={device} isPowersOnly onClose={() => setOpen(false)} />}
    </div>
  )
}

function UnknownSetBy({ device }: { device: PortalDevice }) {
  const t = useT()
  const save = useSaveConsumerInfo(device.id)
  return (
    <div className={styles.note}>
      <p>{t('portal.powers.set_by_unknown')}</p>
      {device.owner === null &&
        (['operator', 'user'] as const).map((limitSetBy) => (
          <Button
            key={limitSetBy}
            size="small"
            isBusy={save.isPending && save.variables.limitSetBy === limitSetBy}
            disabled={save.isPending}
            onClick={() => save.mutate({ limitSetBy })}
          >
            {t(`portal.powers.set_by_${limitSetBy}`)}
          </Button>
        ))}
    </div>
  )
}
