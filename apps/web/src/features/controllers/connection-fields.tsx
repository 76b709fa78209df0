import type { ConnectionSettingsView } from '@ohmstead/contract/controller-setup'
import type { ReactNode } from 'react'
import { CopyButton } from '../../shared/copy-button.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import styles from './connect-step.module.css'

/** Everything to type or paste into a controller, and commands to test it. */
export function ConnectionFields({ serial, settings }: { serial: string; settings: ConnectionSettingsView }) {
  const t = useT()
  const { mqtt, http, examples } = settings
  return (
    <>
      <Group title={t('controllers.credentials.mqtt')}>
        <CopyField name={t('controllers.credentials.serial')} value={serial} isFirst />
        <CopyField name={t('controllers.credentials.host')} value={mqtt.host} />
        <CopyField name={t('controllers.credentials.port')} value={String(mqtt.port)} />
        <CopyField
          name={t('controllers.credentials.encryption')}
          value={mqtt.tls ? 'TLS' : t('controllers.credentials.unencrypted')}
        />
        {mqtt.web_socket_url !== null && (
          <CopyField name={t('controllers.credentials.web_socket')} value={mqtt.web_socket_url} />
        )}
        <CopyField name={t('controllers.credentials.user')} value={mqtt.user} />
        <CopyField name={t('controllers.credentials.password')} value={mqtt.password} />
        <CopyField name={t('controllers.credentials.publish')} value={mqtt.publish.join('\n')} />
        <CopyField name={t('controllers.credentials.subscribe')} value={mqtt.subscribe.join('\n')} />
      </Group>
      <Group title={t('controllers.credentials.http')}>
        <CopyField name={t('controllers.credentials.data_url')} value={http.data_url} />
        <CopyField name={t('controllers.credentials.p1_url')} value={http.p1_url} />
        <CopyField name={t('controllers.credentials.dsmr_url')} value={http.dsmr_reader_url} />
        <CopyField name={t('controllers.credentials.token')} value={http.token} />
      </Group>
      <section className={styles.group} aria-label={t('controllers.credentials.try')}>
        <h2>{t('controllers.credentials.try')}</h2>
        <Example name={t('controllers.credentials.try_mqtt')} text={examples.mosquitto_pub} />
        <Example name={t('controllers.credentials.try_http')} text={examples.curl} />
        <Example name={t('controllers.credentials.try_p1')} text={examples.p1} />
      </section>
    </>
  )
}

export function Group({
  title,
  hint,
  children,
}: {
  title: string
  hint?: string | undefined
  children: ReactNode
}) {
  return (
    <section className={styles.group} aria-label={title}>
      <h2>{title}</h2>
      {hint && <p className={styles.hint}>{hint}</p>}
      <dl className={styles.fields}>{children}</dl>
    </section>
  )
}

export function CopyField({ name, value, isFirst }: { name: string; value: string; isFirst?: boolean }) {
  return (
    <div className={styles.field}>
      <dt>{name}</dt>
      <dd>
        <div>
          {value.split('\n').map((line) => (
            <div key={line}>{line}</div>
          ))}
        </div>
        <CopyButton name={name} text={value} data-autofocus={isFirst} />
      </dd>
    </div>
  )
}

export function Example({ name, text }: { name: string; text: string }) {
  return (
    <div className={styles.example}>
      <div className={styles.exampleHead}>
        <span>{name}</span>
        <CopyButton name={name} text={text} />
      </div>
      <pre>{text}</pre>
    </div>
  )
}
