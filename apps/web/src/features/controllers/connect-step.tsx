import type { IssuedController } from '@ohmstead/contract/controller-setup'
import { IconCircleCheck, IconPrinter } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPaths } from '../../shared/paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import styles from './connect-step.module.css'
import { ConnectionFields } from './connection-fields.tsx'
import { DeviceSetupFields } from './device-setup-fields.tsx'
import { FoundDevices } from './setup/found-devices.tsx'
import { useFirstMessage } from './use-first-message.ts'

const QrCode = lazyPart(async () => (await import('../../ui/qr-code.tsx')).QrCode)

/** Everything to type or paste into the device, and the moment its first message arrives. */
export function ConnectStep({ issued, onClose }: { issued: IssuedController; onClose: () => void }) {
  const t = useT()
  return (
    <div className={styles.step}>
      <p className={styles.once}>{t('controllers.credentials.once')}</p>
      <div>
        <Button onClick={() => window.print()}>
          <IconPrinter size={16} aria-hidden />
          {t('controllers.credentials.print')}
        </Button>
      </div>
      <ForPaper issued={issued} />
      {issued.device_setup ? (
        <DeviceSetupFields setup={issued.device_setup} />
      ) : (
        <ConnectionFields serial={issued.unit_id} settings={issued.settings} />
      )}
      <FirstMessage issued={issued} onClose={onClose} />
    </div>
  )
}

/** On the installer's sheet, for a phone to scan; drawn from the shown values, stored nowhere. */
function ForPaper({ issued: { unit_id, settings } }: { issued: IssuedController }) {
  const t = useT()
  const { host, port, tls, user, password } = settings.mqtt
  const { data_url, token } = settings.http
  const text = JSON.stringify({
    serial: unit_id,
    mqtt: { host, port, tls, user, password },
    http: { data_url, token },
  })
  return (
    <div className="on-paper">
      <Suspense>
        <QrCode className={styles.qr} text={text} label={t('controllers.credentials.qr')} />
      </Suspense>
      <p>{t('controllers.credentials.qr')}</p>
    </div>
  )
}

function FirstMessage({ issued, onClose }: { issued: IssuedController; onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const { isFound, refusal } = useFirstMessage(issued)
  // Nothing of it is stored before somebody has said what it is.
  const isChosenFirst = issued.device_setup?.steps.includes('choose_meaning') ?? false
  const foundText = isChosenFirst ? 'controllers.wait.choose_text' : 'controllers.wait.found_text'
  const open = () => {
    onClose()
    void navigate({ to: locationPaths.overview({ locationId: issued.location_id }) })
  }
  return (
    <>
      {isFound && (
        <FoundDevices
          locationId={issued.location_id}
          controllerId={issued.id}
          isForeign={issued.device_setup !== null}
        />
      )}
      <div className={`${styles.wait} ${isFound ? styles.found : ''}`} role="status">
        {isFound ? (
          <IconCircleCheck size={24} stroke={1.6} aria-hidden />
        ) : (
          <span className={styles.pulse} aria-hidden />
        )}
        <div>
          <strong>{t(isFound ? 'controllers.wait.found' : 'controllers.wait.waiting')}</strong>
          {refusal ? (
            <p>
              {t('controllers.wait.refused', { reason: t(`controllers.refusal.${refusal.reason}`) })}
              {refusal.last_detail && <small>{refusal.last_detail}</small>}
            </p>
          ) : (
            <p>{t(isFound ? foundText : 'controllers.wait.later')}</p>
          )}
        </div>
        {isChosenFirst && (
          <Link
            className={isFound ? buttonClass({ variant: 'primary' }) : styles.mapping}
            to={locationPaths.mapping({ locationId: issued.location_id }, issued.id)}
          >
            {t('titles.mapping')}
          </Link>
        )}
        <Button variant={isFound && !isChosenFirst ? 'primary' : 'secondary'} onClick={open}>
          {t('controllers.wait.open')}
        </Button>
      </div>
    </>
  )
}
