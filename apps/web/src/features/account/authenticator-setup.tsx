import { required } from '@ohmstead/domain/forms/form-rules'
import { Suspense } from 'react'
import { type Answer, call } from '../../lib/call.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { CopyButton } from '../../shared/copy-button.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Skeleton } from '../../shared/states/page-states.tsx'
import { PartBoundary } from '../../shared/states/part-boundary.tsx'
import { Button } from '../../ui/button.tsx'
import styles from '../../ui/settings-card.module.css'
import { SettingsCard } from '../../ui/settings-card.tsx'
import { TextField } from '../../ui/text-field.tsx'

const QrCode = lazyPart(async () => (await import('../../ui/qr-code.tsx')).QrCode)

/** Scan, type the code, done. The secret is shown beside the QR code for people who cannot scan. */
export function AuthenticatorSetup({
  enrolment,
  onEnabled,
  onCancel,
}: {
  enrolment: Answer<'POST /auth/second-factor/totp'>
  onEnabled: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}) {
  const t = useT()
  const form = useForm({
    initial: { code: '' },
    rules: { code: [required] },
    labels: { code: t('auth.second.code') },
    send: async ({ code }) =>
      onEnabled((await call('POST /auth/second-factor/totp/enable', { body: { code } })).recovery_codes),
  })
  return (
    <SettingsCard label={t('account.two_factor.begin_title')}>
      <div className={`${styles.body} ${styles.setup}`}>
        <PartBoundary>
          <Suspense
            fallback={
              <div className={styles.qr}>
                <Skeleton height={200} radius={10} />
              </div>
            }
          >
            <QrCode className={styles.qr} text={enrolment.uri} label={t('account.two_factor.qr')} />
          </Suspense>
        </PartBoundary>
        <form className={styles.form} onSubmit={form.submit} noValidate>
          <p>{t('account.two_factor.scan')}</p>
          <div className={styles.secret}>
            <code>{enrolment.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            <CopyButton name={t('account.two_factor.secret')} text={enrolment.secret} />
          </div>
          {form.failure && (
            <p className={styles.error} role="alert">
              {form.failure}
            </p>
          )}
          <TextField
            {...form.text('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            autoFocus
          />
          <div className={styles.actions}>
            <Button type="submit" variant="primary" isBusy={form.isBusy}>
              {t('account.two_factor.enable')}
            </Button>
            <Button variant="quiet" onClick={onCancel}>
              {t('common.action.cancel')}
            </Button>
          </div>
        </form>
      </div>
    </SettingsCard>
  )
}
