import { offerRemarks, type SupplyOfferTerms } from '@ohmstead/domain/pricing/supply-offer'
import { useT } from '../../shared/i18n/use-t.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import formStyles from '../../ui/form.module.css'

/** What an offer demands and allows, in the sentences that its card shows. What was not looked up stays unknown. */
export function OfferConditions({
  terms,
  onChange,
}: {
  terms: SupplyOfferTerms
  onChange: (part: Partial<SupplyOfferTerms>) => void
}) {
  const t = useT()
  return (
    <div className={formStyles.form}>
      <Checkbox
        checked={terms.needsQuarterHours}
        label={t('supply_offers.card.needs_quarter_hours')}
        onChange={(needsQuarterHours) => onChange({ needsQuarterHours })}
      />
      <Checkbox
        checked={terms.communityAllowed === true}
        label={t('supply_offers.card.community')}
        onChange={(isAllowed) => onChange({ communityAllowed: isAllowed || null })}
      />
      <Checkbox
        checked={terms.sharingSenderAllowed === false}
        label={t('supply_offers.card.no_sharing')}
        onChange={(isRefused) => onChange({ sharingSenderAllowed: isRefused ? false : null })}
      />
      {offerRemarks.map((remark) => (
        <Checkbox
          key={remark}
          checked={terms.remarks.includes(remark)}
          label={t(`supply_offers.remark.${remark}`)}
          onChange={(isOn) =>
            onChange({
              remarks: offerRemarks.filter((one) => (one === remark ? isOn : terms.remarks.includes(one))),
            })
          }
        />
      ))}
    </div>
  )
}
