import type { CompanySettingsView } from '@ohmstead/contract/company-settings'
import { IconPhoto } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { Button } from '../../ui/button.tsx'
import cardStyles from '../../ui/settings-card.module.css'
import { SettingsRow } from '../../ui/settings-card.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './company-settings.module.css'
import { useAdoptSettings } from './company-settings-query.ts'

const accepted = {
  logo: 'image/png,image/jpeg,image/webp,image/svg+xml',
  favicon: 'image/png,image/x-icon,image/vnd.microsoft.icon,image/svg+xml',
} as const

/** The brand as people see it, with the current input. */
export function BrandPreview({ logo, name, slogan }: { logo: string | null; name: string; slogan: string }) {
  const t = useT()
  return (
    <SettingsRow title={t('company_settings.images.preview')} text={slogan || undefined}>
      <div className={styles.preview}>{logo ? <img src={logo} alt="" /> : <BrandMark name={name} />}</div>
    </SettingsRow>
  )
}

/** Logo and icon, also while a new one is uploading. */
export function BrandImages({ companyId, settings }: { companyId: number; settings: CompanySettingsView }) {
  return (
    <>
      <BrandImage kind="logo" companyId={companyId} current={settings.logo} />
      <BrandImage kind="favicon" companyId={companyId} current={settings.favicon} />
    </>
  )
}

function BrandImage({
  kind,
  companyId,
  current,
}: {
  kind: 'logo' | 'favicon'
  companyId: number
  current: string | null
}) {
  const t = useT()
  const adopt = useAdoptSettings(companyId)
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen)), [chosen])
  const params = { companyId }
  const change = useMutation({
    mutationFn: async (file: File | null) => {
      if (!file) {
        await call(`DELETE /companies/:companyId/${kind}`, { params })
        return adopt(null)
      }
      const body = { content: new Uint8Array(await file.arrayBuffer()).toBase64() }
      const { settings } = await call(`PUT /companies/:companyId/${kind}`, { params, body })
      return adopt(settings)
    },
    onSuccess: () => showToast(t('company_settings.done.saved'), { tone: 'success' }),
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
    onSettled: () => setChosen(null),
  })
  const choose = (file: File | undefined) => {
    if (!file) return
    setChosen(URL.createObjectURL(file))
    change.mutate(file)
  }
  const shown = chosen ?? current
  return (
    <SettingsRow
      title={t(`company_settings.images.${kind}`)}
      text={t(`company_settings.images.${kind}_text`)}
      icon={
        shown ? <img className={styles.thumb} src={shown} alt="" /> : <IconPhoto size={20} stroke={1.6} />
      }
    >
      <div className={`${cardStyles.actions} ${styles.buttons}`}>
        <input
          ref={input}
          type="file"
          hidden
          accept={accepted[kind]}
          aria-label={t(`company_settings.images.${kind}`)}
          onChange={(event) => {
            choose(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button
          size="small"
          isBusy={change.isPending}
          aria-label={t(`company_settings.images.choose_${kind}`)}
          onClick={() => input.current?.click()}
        >
          {t('company_settings.images.choose')}
        </Button>
        {current && (
          <Button
            size="small"
            variant="quiet"
            aria-label={t(`company_settings.images.remove_${kind}`)}
            onClick={() => change.mutate(null)}
          >
            {t('company_settings.images.remove')}
          </Button>
        )}
      </div>
    </SettingsRow>
  )
}
