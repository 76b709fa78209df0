import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { pricingPaths } from '../../shared/paths.ts'
import { InvoiceTable } from '../../shared/pricing/invoice-table.tsx'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { type Fact, Facts } from '../../shared/what-if/facts.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { findCandidate, isBelowZero, nameOfCandidate, sumOf } from './describe-comparison.ts'
import styles from './offer-comparison.module.css'
import {
  type ComparedOffer,
  type OfferChoices,
  type OfferComparison,
  type OfferSubject,
  offerBillQuery,
} from './offer-comparison-query.ts'
import { OfferDemands } from './offer-demands.tsx'
import { useMonthName } from './use-month-name.ts'

interface Props {
  subject: OfferSubject
  answer: OfferComparison
  offer: ComparedOffer
  choices: OfferChoices
}

/** One offer: how sure its figures are, what taking it demands, its months, and the bill they rest on. */
export function OfferDetail({ subject, answer, offer, choices }: Props) {
  const candidate = findCandidate(answer, offer.key)
  const facts = useOfferFacts(answer, offer)
  return (
    <Panel heading={nameOfCandidate(candidate)}>
      {facts.length > 0 && <Facts facts={facts} />}
      {offer.key !== answer.todayKey && (
        <OfferDemands candidate={candidate} currency={answer.comparison.currency} />
      )}
      <Parts answer={answer} offer={offer} />
      <MarketYears answer={answer} offer={offer} />
      <Months subject={subject} answer={answer} offer={offer} choices={choices} />
    </Panel>
  )
}

function useOfferFacts({ comparison, todayKey }: OfferComparison, offer: ComparedOffer): Fact[] {
  const t = useT()
  const text = usePriceText()
  const format = useFormat()
  const month = useMonthName()
  const money = (amount: string | null) => text.money(amount, comparison.currency)
  const { sureness, worstYear } = offer
  const facts: Fact[] = []
  if (sureness?.difference && offer.key !== todayKey && comparison.hasEnoughMonths)
    facts.push({
      key: 'range',
      label: t('offer_comparison.fact.range'),
      value: t('what_if.range', {
        low: money(sureness.difference.low),
        high: money(sureness.difference.high),
      }),
      hint: t('offer_comparison.fact.range_hint', { count: comparison.draws }),
      ...(isBelowZero(sureness.difference.high) ? { tone: 'good' } : {}),
    })
  if (sureness && comparison.hasEnoughMonths)
    facts.push(
      {
        key: 'cheapest',
        label: t('offer_comparison.table.cheapest'),
        value: format.percent(sureness.cheapestShare, 0),
      },
      {
        key: 'regret',
        label: t('offer_comparison.fact.regret'),
        value: money(sureness.regret.mean),
        hint: t('offer_comparison.fact.regret_hint', { high: money(sureness.regret.high) }),
      },
    )
  if (worstYear && comparison.hasEnoughMonths)
    facts.push({
      key: 'worst',
      label: t('offer_comparison.fact.worst'),
      value: money(worstYear.regret),
      hint:
        worstYear.yearsBack === 0
          ? t('offer_comparison.fact.worst_hint', {
              from: month(worstYear.from.slice(0, 7)),
              to: month(worstYear.to.slice(0, 7)),
            })
          : t('offer_comparison.fact.worst_market', { count: worstYear.yearsBack }),
    })
  return facts
}

/** What the period's bills are made of, for screens whose table has no room for it. */
function Parts({ answer: { comparison }, offer: { key, parts, payable } }: Pick<Props, 'answer' | 'offer'>) {
  const t = useT()
  const text = usePriceText()
  if (!parts) return null
  const rows = [
    ['price_lists.field.utility', sumOf(parts.energy, parts.fees)],
    ['offer_comparison.table.network', parts.network],
    ['calculations.part.levies', parts.levies],
    ['calculations.part.vat', parts.vat],
    ['location_pricing.part.feed_in', `-${parts.feedIn}`],
    ['location_pricing.bill.payable', payable],
    ...(comparison.asRead
      ? [
          [
            'offer_comparison.table.as_read',
            comparison.asRead.find((one) => one.key === key)?.payable ?? null,
          ] as const,
        ]
      : []),
  ] as const
  return (
    <div className={styles.narrow}>
      <FigureTable>
        <tbody>
          {rows.map(([name, amount]) => (
            <tr key={name}>
              <th scope="row">{t(name)}</th>
              <td>{text.money(amount, comparison.currency)}</td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </div>
  )
}

/** What it would have cost at the market prices of earlier years, laid on the same readings. */
function MarketYears({ answer: { comparison }, offer }: Pick<Props, 'answer' | 'offer'>) {
  const t = useT()
  const text = usePriceText()
  const format = useFormat()
  const month = useMonthName()
  const user = useUser()
  if (!offer.isDynamic || comparison.marketYears.length === 0) return null
  return (
    <section>
      <h3>{t('offer_comparison.market.heading')}</h3>
      <p className={styles.soft}>{t('offer_comparison.market.lead')}</p>
      {hasRole(user, 'ROLE_SUPER_ADMIN') && comparison.marketYears.some(({ isComplete }) => !isComplete) && (
        // Past prices are read there, by whoever looks after the platform.
        <Link to={pricingPaths.spotMarket}>{t('titles.spot_market')}</Link>
      )}
      <FigureTable label={t('offer_comparison.market.heading')}>
        <tbody>
          <tr>
            <th scope="row">
              {`${month(comparison.from.slice(0, 7))} – ${month(comparison.to.slice(0, 7))}`}
            </th>
            <td>{text.money(offer.payable, comparison.currency)}</td>
          </tr>
          {comparison.marketYears.map(({ yearsBack, from, to, knownShare, isComplete }) => (
            <tr key={yearsBack}>
              <th
                scope="row"
                className={styles.years}
              >{`${month(from.slice(0, 7))} – ${month(to.slice(0, 7))}`}</th>
              <td className={isComplete ? undefined : styles.words}>
                {isComplete
                  ? text.money(
                      offer.marketYears.find((one) => one.yearsBack === yearsBack)?.payable ?? null,
                      comparison.currency,
                    )
                  : t('offer_comparison.market.not_stored', { share: format.percent(knownShare, 0) })}
              </td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </section>
  )
}

/** Month by month beside today's, and the lines of one of them. */
function Months({ subject, answer, offer, choices }: Props) {
  const t = useT()
  const month = useMonthName()
  const { comparison, todayKey } = answer
  const [shown, setShown] = useState(offer.months.at(-1)?.month ?? '')
  const [isOpen, setOpen] = useState(false)
  const text = usePriceText()
  const money = (amount: string | null | undefined) => text.money(amount ?? null, comparison.currency)
  const today = comparison.offers.find(({ key }) => key === todayKey)
  const hasToday = today !== undefined && today.key !== offer.key
  if (offer.months.length === 0) return null
  return (
    <section className={styles.months}>
      <h3>{t('solar.months.heading')}</h3>
      <FigureTable label={t('solar.months.heading')}>
        <thead className={styles.heads}>
          <tr>
            <th scope="col">{t('location_pricing.bill.month')}</th>
            <th scope="col">
              {t(hasToday ? 'offer_comparison.months.this' : 'location_pricing.bill.payable')}
            </th>
            {hasToday && <th scope="col">{t('offer_comparison.choice.today')}</th>}
          </tr>
        </thead>
        <tbody>
          {offer.months.map((one) => (
            <tr key={one.month}>
              <th scope="row">{month(one.month)}</th>
              <td>{money(one.payable)}</td>
              {hasToday && <td>{money(today.months.find((own) => own.month === one.month)?.payable)}</td>}
            </tr>
          ))}
        </tbody>
      </FigureTable>
      <details className={styles.lines} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('offer_comparison.months.lines')}</summary>
        {isOpen && (
          <>
            <SelectField
              isLabelHidden
              label={t('location_pricing.bill.month')}
              value={shown}
              options={offer.months.map((one) => ({ value: one.month, label: month(one.month) }))}
              onChange={setShown}
            />
            <Lines subject={subject} choices={choices} candidate={offer.key} month={shown} />
          </>
        )}
      </details>
    </section>
  )
}

function Lines({
  subject,
  choices,
  candidate,
  month,
}: {
  subject: OfferSubject
  choices: OfferChoices
  candidate: string
  month: string
}) {
  const name = useMonthName()
  const { data, error, refetch } = useQuery(offerBillQuery(subject, choices, candidate))
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={280} />
  const months = data.months.filter((one) => one.month === month)
  const [only] = months
  if (!only) return null
  return <InvoiceTable bill={{ ...data, months, totals: only.totals }} label={name(month)} />
}
