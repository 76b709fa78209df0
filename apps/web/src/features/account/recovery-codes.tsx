import { CopyButton } from '../../shared/copy-button.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import styles from '../../ui/settings-card.module.css'
import { SettingsCard } from '../../ui/settings-card.tsx'

/** Shown once: leaving is by a button that says they are kept. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useT()
  return (
    <SettingsCard label={t('account.two_factor.codes')}>
      <div className={styles.body}>
        <h2>{t('account.two_factor.codes')}</h2>
        <p className={styles.note} role="status">
          {t('account.two_factor.codes_once')}
        </p>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className={styles.actions}>
          <Button variant="primary" onClick={onDone}>
            {t('account.two_factor.codes_kept')}
          </Button>
          <CopyButton name={t('account.two_factor.codes')} text={codes.join('\n')} />
        </div>
      </div>
    </SettingsCard>
  )
}
