import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import formStyles from '../../shared/what-if/assumption-form.module.css'
import { NumberField } from '../../shared/what-if/number-field.tsx'
import pageStyles from '../../shared/what-if/what-if.module.css'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { nameOfCandidate } from './describe-comparison.ts'
import type { OfferChoices, OfferComparison } from './offer-comparison-query.ts'
import { useMonthName } from './use-month-name.ts'

interface Props {
  answer: OfferComparison
  choices: OfferChoices
  onChange: (part: Partial<OfferChoices>) => void
  /** Off where the period is chosen elsewhere on the page. */
  hasPeriod: boolean
}

const monthsBack = 36
const marketYears = [0, 1, 2, 3, 4, 5]

/** What is compared, folded to one line, and each part of it to choose. */
export function OfferChoiceForm({ answer, choices, onChange, hasPeriod }: Props) {
  const t = useT()
  const format = useFormat()
  const month = useMonthName()
  const { comparison, todayKey, point, candidates } = answer
  const from = comparison.from.slice(0, 7)
  const to = comparison.to.slice(0, 7)
  const months = listMonths(to)
  const { battery, hasOwnBattery } = answer
  const kind = hasOwnBattery ? 'own' : 'assumed'
  const set = (name: 'paperInvoice' | 'isInCommunity' | 'isSharing') => (isOn: boolean) =>
    onChange({ [name]: isOn ? 'true' : undefined })
  const today = candidates.find(({ key }) => key === todayKey)
  return (
    <details className={formStyles.assumptions}>
      <summary>
        <span className={formStyles.assumed}>
          {[
            `${month(from)} – ${month(to)}`,
            today && `${t('offer_comparison.choice.today')}: ${nameOfCandidate(today)}`,
            battery && `${t('titles.portal_battery')}: ${format.number(battery.capacityKwh, 1)} kWh`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className={formStyles.changeHint} aria-hidden>
          {t('what_if.change')}
        </span>
      </summary>
      <div className={formStyles.groups}>
        <fieldset className={formStyles.group}>
          <legend>{t('spot_market.history.range')}</legend>
          <div className={pageStyles.fields}>
            {(hasPeriod ? (['from', 'to'] as const) : []).map((end) => (
              <SelectField
                key={end}
                label={t(`portal.sidebar.${end}`)}
                value={end === 'from' ? from : to}
                options={months.map((one) => ({ value: one, label: month(one) }))}
                onChange={(chosen) => onChange(keepInOrder(end, chosen, { from, to }))}
              />
            ))}
            <SelectField
              label={t('offer_comparison.choice.market_years')}
              value={String(choices.marketYears ?? 3)}
              options={marketYears.map((count) => ({
                value: String(count),
                label: t('offer_comparison.choice.market_count', { count }),
              }))}
              onChange={(count) => onChange({ marketYears: Number(count) })}
            />
          </div>
        </fieldset>
        <fieldset className={formStyles.group}>
          <legend>{t('supply_offers.edit.heading')}</legend>
          <div className={pageStyles.fields}>
            <SelectField
              label={t('offer_comparison.choice.today')}
              value={todayKey ?? ''}
              {...(todayKey === null ? { placeholder: t('offer_comparison.choice.today_open') } : {})}
              options={candidates.map((one) => ({ value: one.key, label: nameOfCandidate(one) }))}
              onChange={(key) => onChange({ today: key || undefined })}
            />
            <SelectField
              label={t('location_pricing.point.tariffs')}
              value={String(point.tariffsCount)}
              options={(['1', '2'] as const).map((count) => ({
                value: count,
                label:
                  count === '1'
                    ? t('supply_offers.price.t0')
                    : `${t('supply_offers.price.t1')} / ${t('supply_offers.price.t2')}`,
              }))}
              onChange={(count) => onChange({ tariffs: count === '1' ? '1' : '2' })}
            />
          </div>
          <Checkbox
            label={t('offer_comparison.choice.paper')}
            checked={choices.paperInvoice === 'true'}
            onChange={set('paperInvoice')}
          />
          <Checkbox
            label={t('offer_comparison.choice.community')}
            checked={choices.isInCommunity === 'true'}
            onChange={set('isInCommunity')}
          />
          <Checkbox
            label={t('offer_comparison.choice.sharing')}
            checked={choices.isSharing === 'true'}
            onChange={set('isSharing')}
          />
        </fieldset>
        <fieldset className={formStyles.group}>
          <legend>{t('titles.portal_battery')}</legend>
          <Checkbox
            label={t('offer_comparison.choice.battery')}
            hint={t('offer_comparison.choice.battery_hint')}
            checked={choices.battery !== undefined}
            onChange={(isOn) => onChange({ battery: isOn ? kind : undefined })}
          />
          {choices.battery === 'assumed' && (
            <div className={pageStyles.fields}>
              <NumberField
                name="capacityKwh"
                label={t('metric.capacity')}
                unit="kWh"
                min={0.1}
                max={10_000}
                value={choices.capacityKwh ?? 10}
                onChange={(capacityKwh) => onChange({ capacityKwh })}
              />
              <NumberField
                name="powerKw"
                label={t('solar.field.batteryKw')}
                unit="kW"
                min={0.1}
                max={10_000}
                value={choices.powerKw ?? 5}
                onChange={(powerKw) => onChange({ powerKw })}
              />
            </div>
          )}
        </fieldset>
      </div>
    </details>
  )
}

/** The last months that have ended, the newest first; those of the answer among them. */
function listMonths(shown: string): string[] {
  const ended = Temporal.Now.plainDateISO().toPlainYearMonth().subtract({ months: 1 })
  const months = Array.from({ length: monthsBack }, (_, back) => ended.subtract({ months: back }).toString())
  return months.includes(shown) ? months : [...months, shown]
}

/** The other end moves along instead of being refused. */
function keepInOrder(end: 'from' | 'to', chosen: string, { from, to }: { from: string; to: string }) {
  if (end === 'from') return { from: chosen, to: chosen > to ? chosen : to }
  return { from: chosen < from ? chosen : from, to: chosen }
}
