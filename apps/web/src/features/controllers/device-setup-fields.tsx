import type { DeviceSetupView } from '@ohmstead/contract/controller-setup'
import { Suspense } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import styles from './connect-step.module.css'
import { CopyField, Example, Group } from './connection-fields.tsx'

const QrCode = lazyPart(async () => (await import('../../ui/qr-code.tsx')).QrCode)

const longestCode = 900

/** One that takes HTTP as well as MQTT needs only one of them. */
const hasTwoWays = (fields: DeviceSetupView['fields']) =>
  fields.some(({ name }) => name === 'http_address') && fields.some(({ name }) => name.startsWith('mqtt_'))

/** What to do with a foreign device, what to type into it, and how far its kind has been tried. */
export function DeviceSetupFields({ setup }: { setup: DeviceSetupView }) {
  const t = useT()
  const { title, tried, steps, fields, snippet } = setup
  const listed = fields.map(({ name, value }) => `${t(`controllers.setting.${name}`)}: ${value}`).join('\n')
  // A phone that reads a longer one has to be held very still.
  const code = [setup.qr, snippet, listed].find((text) => text !== null && text.length <= longestCode) || null
  return (
    <>
      <section className={styles.group} aria-label={title}>
        <h2>{title}</h2>
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>{t(`controllers.step.${step}`)}</li>
          ))}
        </ol>
        <p className={styles.tried}>{t(`controllers.tried.${tried}`)}</p>
      </section>
      {fields.length > 0 && (
        <Group
          title={t('controllers.foreign.fields')}
          hint={hasTwoWays(fields) ? t('controllers.foreign.either') : undefined}
        >
          {fields.map(({ name, value }, index) => (
            <CopyField
              key={name}
              name={t(`controllers.setting.${name}`)}
              value={value}
              isFirst={index === 0}
            />
          ))}
        </Group>
      )}
      {snippet !== null && (
        <section className={styles.group}>
          <Example name={t('controllers.foreign.snippet')} text={snippet} />
        </section>
      )}
      {code !== null && (
        <Suspense>
          <figure className={styles.code}>
            <figcaption>{t('controllers.foreign.qr')}</figcaption>
            <QrCode className={styles.qr} text={code} label={t('controllers.foreign.qr')} />
          </figure>
        </Suspense>
      )}
    </>
  )
}
