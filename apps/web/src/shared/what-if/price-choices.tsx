import { useLingui } from '@lingui/react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import textStyles from '../../ui/text.module.css'
import { formatTag } from '../i18n/locale.ts'
import { useT } from '../i18n/use-t.ts'
import { formatPriceText } from '../portal/price-text.ts'
import { useOpenSidebar } from '../sidebar/sidebar-context.ts'
import { useMobile } from '../use-mobile.ts'
import type { CaseBase } from './build-case.ts'

interface PriceChoicesProps {
  base: CaseBase
  values: { levies: boolean; vat: boolean }
  change: (part: { levies: boolean } | { vat: boolean }) => void
}

/** The relevant part of a price. */
export function PriceChoices({ base, values, change }: PriceChoicesProps) {
  const t = useT()
  return (
    <>
      <PriceNote base={base} />
      <Checkbox
        label={t('what_if.levies')}
        checked={values.levies}
        onChange={(levies) => change({ levies })}
      />
      <Checkbox label={t('what_if.vat')} checked={values.vat} onChange={(vat) => change({ vat })} />
    </>
  )
}

/** The current energy prices, and where to change them. */
function PriceNote({ base }: { base: CaseBase }) {
  const t = useT()
  const { i18n } = useLingui()
  const isMobile = useMobile()
  const openSidebar = useOpenSidebar()
  const tag = formatTag(i18n.locale)
  const prices = (['vt', 'mt', 'et'] as const)
    .filter((name) => base.prices[name] !== null)
    .map((name) => `${name.toUpperCase()} ${formatPriceText(base.prices[name], tag)} EUR/kWh`)
    .join(', ')
  return (
    <p className={textStyles.soft}>
      {t(base.hasAssumedPrices ? 'what_if.prices_assumed' : 'what_if.prices_entered', { prices })}{' '}
      {isMobile && (
        <Button size="small" variant="quiet" onClick={openSidebar}>
          {t('what_if.prices_open')}
        </Button>
      )}
    </p>
  )
}
