import { isDecimalText } from '@ohmstead/domain/money/exact'
import type { EnergyPrice, NetworkPowerPrice, NetworkTerms } from '@ohmstead/domain/pricing/price-list-terms'
import { formatMinute } from '@ohmstead/domain/time/format-minute'
import { useQuery } from '@tanstack/react-query'
import { useCountryNames } from '../../shared/i18n/use-country-names.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { networkTariffsQuery } from '../../shared/pricing/price-lists-query.ts'
import { useDaysText } from '../../shared/pricing/use-days-text.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { usePriceWords } from '../../shared/pricing/use-price-words.ts'
import { useTimePlans } from '../../shared/pricing/use-time-plans.ts'
import type { PriceListDraft } from './price-list-draft.ts'

/** A line of a list in words; equal keys of two versions can be compared. */
export interface ListFact {
  key: string
  name: string
  /** Each said by itself. */
  lines: readonly string[]
}

/** Says all of a list in words, for its summary and for what differs between versions. */
export function useListFacts(drafts: readonly PriceListDraft[]): (draft: PriceListDraft) => ListFact[] {
  const t = useT()
  const daysText = useDaysText()
  const countryName = useCountryNames()
  const texts = usePriceText()
  const words = usePriceWords()
  const { data: plans = [] } = useTimePlans()
  const withTariff = drafts.find(({ terms }) => terms.network.kind === 'tariff')
  const { data: tariffs = [] } = useQuery(networkTariffsQuery(withTariff?.countryCode ?? ''))

  return (draft) => {
    const { terms } = draft
    const { currency } = terms
    const perKwh = (value: string | null) => texts.price(known(value), currency)
    const money = (value: string | null) => texts.money(known(value), currency)

    const priceLines = (price: EnergyPrice): string[] => {
      if (price.kind === 'fixed') {
        const names = (['t0', 't1', 't2'] as const).filter((name) => price[name] !== null)
        return names.map((name) => `${t(`price_lists.field.${name}`)}: ${perKwh(price[name])}`)
      }
      const substitute = optional(t('price_lists.field.substitute'), price.substitute)
      if (price.kind === 'spot_market') {
        const { region, factor, markup } = price
        return [
          t('price_lists.summary.spot', { region, factor, markup: perKwh(markup) }).replace(
            '+ \u2212',
            '\u2212 ',
          ),
          ...optional(t('price_lists.field.floor'), price.floor),
          ...optional(t('price_lists.field.hourly_cap'), price.hourlyCap),
          ...optional(t('price_lists.field.monthly_cap'), price.monthlyCap),
          ...substitute,
        ]
      }
      const plan = plans.find(({ id }) => id === price.timePlanId)
      const blocks = price.prices.map(({ blockId, price: value, tiers }) => {
        const block = plan?.blocks.find(({ id }) => id === blockId)
        const title = block ? words.name(block.title) : `#${blockId}`
        const above = tiers.map((tier) => ` (> ${tier.aboveKwh} kWh: ${perKwh(tier.value)})`).join('')
        return `${title}: ${perKwh(value)}${above}`
      })
      return [plan ? words.name(plan.title) : `#${price.timePlanId}`, ...blocks, ...substitute]
    }
    const optional = (name: string, value: string | null) =>
      value === null ? [] : [`${name}: ${perKwh(value)}`]
    const powerText = ({ basis, agreedKw, peaks }: NetworkPowerPrice): string[] => {
      if (basis === 'monthly_peak') return [`${t('price_lists.field.peaks')}: ${peaks}`]
      return agreedKw === null ? [] : [`${t('price_lists.field.agreed_kw')}: ${agreedKw} kW`]
    }
    const networkLines = (network: NetworkTerms): string[] => {
      const kind = t(`price_lists.network.${network.kind}`)
      if (network.kind === 'tariff') {
        const tariff = tariffs.find(({ id }) => id === network.networkTariffId)
        return [tariff ? `${tariff.name} · ${tariff.operator}` : `${kind} #${network.networkTariffId}`]
      }
      if (network.kind !== 'entered') return [kind]
      const { energy, power, monthlyFee } = network
      return [
        kind,
        ...(energy ? priceLines(energy) : []),
        ...(power ? [texts.price(known(power.perKwMonth), currency, 'kW'), ...powerText(power)] : []),
        ...(monthlyFee === null ? [] : [t('price_lists.summary.monthly', { amount: money(monthlyFee) })]),
      ]
    }
    /** A fee of nothing is none. */
    const feeFact = (key: string, name: string, fee: string): ListFact[] =>
      isDecimalText(fee) && Number(fee) === 0 ? [] : [{ key, name, lines: [perKwh(fee)] }]
    const validityText = (from: string, to: string | null) =>
      from === '' || to === '' ? '–' : daysText(from, to)

    const { highTariff, taxes } = terms
    const hours = `${formatMinute(highTariff.fromMinute)}–${formatMinute(highTariff.toMinute)}`
    return [
      { key: 'name', name: t('price_lists.field.name'), lines: [draft.name || '–'] },
      { key: 'utility', name: t('price_lists.field.utility'), lines: [draft.utility || '–'] },
      {
        key: 'country',
        name: t('price_lists.field.country'),
        lines: [countryName(draft.countryCode) ?? draft.countryCode],
      },
      { key: 'currency', name: t('price_lists.field.currency'), lines: [currency] },
      {
        key: 'days',
        name: t('price_lists.field.validity'),
        lines: [validityText(draft.validFrom, draft.validTo)],
      },
      ...(terms.isMultiTariff
        ? [
            {
              key: 'hours',
              name: t('price_lists.field.high_tariff'),
              lines: [hours, ...(highTariff.onWorkdaysOnly ? [t('price_lists.field.workdays_only')] : [])],
            },
          ]
        : []),
      { key: 'buy', name: t('price_lists.section.buy'), lines: priceLines(terms.buy) },
      ...feeFact('buyFee', t('price_lists.field.buy_fee'), terms.buyFeePerKwh),
      ...terms.monthlyFees.map(({ name, amount }, place) => ({
        key: `fee${place}`,
        name: name ? words.name(name) : t('price_lists.field.fee_name'),
        lines: [t('price_lists.summary.monthly', { amount: money(amount) })],
      })),
      ...(terms.hasExportPrice && terms.sell
        ? [
            { key: 'sell', name: t('price_lists.section.sell'), lines: priceLines(terms.sell) },
            ...feeFact('sellFee', t('price_lists.field.sell_fee'), terms.sellFeePerKwh),
          ]
        : []),
      { key: 'network', name: t('price_lists.section.network'), lines: networkLines(terms.network) },
      ...(taxes.published
        ? [
            {
              key: 'taxes',
              name: t('price_lists.section.taxes'),
              lines: [t('price_lists.field.published_taxes')],
            },
          ]
        : []),
      ...taxes.rows.map(({ name, kind, rate, validFrom, validTo }, place) => ({
        key: `tax${place}`,
        name: name || t('price_lists.field.tax_name'),
        lines: [
          `${t(`price_lists.tax.${kind}`)}: ${kind === 'vat' ? `${rate} %` : texts.price(known(rate), currency, kind === 'per_kw_month' ? 'kW' : 'kWh')}`,
          validityText(validFrom, validTo),
        ],
      })),
    ]
  }
}

/** What differs: null where one of them does not have the line. */
export function differingFacts(before: readonly ListFact[], after: readonly ListFact[]) {
  const keys = [...new Set([...before, ...after].map(({ key }) => key))]
  return keys.flatMap((key) => {
    const [was, is] = [before.find((one) => one.key === key), after.find((one) => one.key === key)]
    const same = was?.lines.join('\n') === is?.lines.join('\n') && was?.name === is?.name
    return same
      ? []
      : [{ key, name: (is ?? was)!.name, before: was?.lines ?? null, after: is?.lines ?? null }]
  })
}

const known = (value: string | null) => (value !== null && isDecimalText(value) ? value : null)
