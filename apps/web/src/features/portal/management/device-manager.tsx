import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmModal } from '../../../shared/confirm-modal.tsx'
import { useT } from '../../../shared/i18n/use-t.ts'
import { ConsumerInfoDialog } from '../../../shared/portal/consumer-info/consumer-info-dialog.tsx'
import { type PortalDevice, tokensQuery } from '../../../shared/portal/portal-query.ts'
import { formatDeviceName } from '../../../shared/portal/use-portal-devices.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { DeviceForm } from './device-form.tsx'
import { DeviceList } from './device-list.tsx'
import styles from './management.module.css'
import { useRemoveDevice } from './portal-mutations.ts'

type Dialog = { kind: 'add' } | { kind: 'remove' | 'details'; device: PortalDevice }

/** The metering points with the state of their readings; a point needs a token first. */
export function DeviceManager({ devices }: { devices: readonly PortalDevice[] }) {
  const t = useT()
  const { data: tokens = [] } = useQuery(tokensQuery)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  return (
    <section className={styles.section} aria-labelledby="portal-devices">
      <header className={styles.headWithAction}>
        <div>
          <h2 id="portal-devices">{t('portal.device.heading')}</h2>
          <p>{t(tokens.length === 0 ? 'portal.device.needs_token' : 'portal.device.lead')}</p>
        </div>
        <Button variant="primary" disabled={tokens.length === 0} onClick={() => setDialog({ kind: 'add' })}>
          <IconPlus size={16} aria-hidden />
          {t('portal.device.add')}
        </Button>
      </header>
      {devices.length > 0 && (
        <DeviceList
          devices={devices}
          onDetails={(device) => setDialog({ kind: 'details', device })}
          onRemove={(device) => setDialog({ kind: 'remove', device })}
        />
      )}
      {dialog?.kind === 'add' && (
        <Modal
          title={t('portal.device.add')}
          closeLabel={t('common.action.close')}
          closesOnMask={false}
          onClose={close}
        >
          <DeviceForm onAdded={close} onCancel={close} />
        </Modal>
      )}
      {dialog?.kind === 'remove' && <RemoveDevice device={dialog.device} onClose={close} />}
      {dialog?.kind === 'details' && <ConsumerInfoDialog device={dialog.device} onClose={close} />}
    </section>
  )
}

function RemoveDevice({ device, onClose }: { device: PortalDevice; onClose: () => void }) {
  const t = useT()
  const remove = useRemoveDevice()
  return (
    <ConfirmModal
      title={t('portal.device.remove_title', { name: formatDeviceName(device) })}
      text={t(device.source === 'csv' ? 'portal.device.remove_text_csv' : 'portal.device.remove_text')}
      action={t('portal.device.remove_action')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(device.id, { onSettled: onClose })}
      onClose={onClose}
    />
  )
}
