import { CopyButton } from '../../shared/copy-button.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import cardStyles from '../../ui/settings-card.module.css'
import styles from './company-settings.module.css'

/** Name and value of a DNS record, each labelled and ready to be copied. */
export function RecordLines({ kind, name, value }: { kind: string; name: string; value: string }) {
  const t = useT()
  const lines = [
    [t('company_settings.dns.name_of', { kind }), name],
    [t('company_settings.dns.value_of', { kind }), value],
  ] as const
  return lines.map(([label, text]) => (
    <div key={label}>
      <p className={styles.lineLabel}>{label}</p>
      <div className={cardStyles.secret}>
        <code>{text}</code>
        <CopyButton name={label} text={text} />
      </div>
    </div>
  ))
}
