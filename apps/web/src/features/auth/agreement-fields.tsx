import { Trans } from '@lingui/react'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { useSite } from '../../shared/site.ts'
import { Checkbox } from '../../ui/checkbox.tsx'

type Box = Omit<ComponentProps<typeof Checkbox>, 'label'>

/** Both must be ticked; what is agreed to opens beside the form. */
export function AgreementFields({ privacy, terms }: { privacy: Box; terms: Box }) {
  const t = useT()
  const site = useSite()
  const termsUrl = site?.links.termsAndConditions
  return (
    <>
      <Checkbox
        {...privacy}
        error={privacy.error && t('auth.register.must_agree')}
        label={
          <Trans
            id="auth.register.agree_privacy"
            components={{ 0: <Link to={paths.privacyPolicy} target="_blank" /> }}
          />
        }
      />
      <Checkbox
        {...terms}
        error={terms.error && t('auth.register.must_agree')}
        label={
          <Trans
            id="auth.register.agree_terms"
            // biome-ignore lint/a11y/useAnchorContent: the text comes from the message
            components={{ 0: termsUrl ? <a href={termsUrl} target="_blank" rel="noreferrer" /> : <span /> }}
          />
        }
      />
    </>
  )
}
