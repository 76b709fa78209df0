import { Trans } from '@lingui/react'
import type { ComponentProps } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { useSite } from '../../shared/site.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PrivacyLink } from './privacy-link.tsx'

type Box = Omit<ComponentProps<typeof Checkbox>, 'label'>

/** Where the terms are; without an address there is nothing to agree to. */
export const useTermsUrl = (): string | null => useSite()?.links.termsAndConditions ?? null

/** Every shown box must be ticked; the texts open beside the form. */
export function AgreementFields({ privacy, terms }: { privacy: Box; terms: Box }) {
  const t = useT()
  const termsUrl = useTermsUrl()
  return (
    <>
      <Checkbox
        {...privacy}
        error={privacy.error && t('auth.register.must_agree')}
        label={<Trans id="auth.register.agree_privacy" components={{ 0: <PrivacyLink target="_blank" /> }} />}
      />
      {termsUrl && (
        <Checkbox
          {...terms}
          error={terms.error && t('auth.register.must_agree')}
          label={
            <Trans
              id="auth.register.agree_terms"
              // biome-ignore lint/a11y/useAnchorContent: the text comes from the message
              components={{ 0: <a href={termsUrl} target="_blank" rel="noreferrer" /> }}
            />
          }
        />
      )}
    </>
  )
}
