import type { PriceAt, PriceComponent } from '@ohmstead/pricing/price-component'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { type LocationAddress, locationPaths } from '../../shared/paths.ts'
import { locationPriceQuery } from '../../shared/pricing/location-prices-query.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { usePriceWords } from '../../shared/pricing/use-price-words.ts'
import { ConfidenceMark } from '../../shared/rates/confidence-mark.tsx'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { useNow } from '../../shared/use-now.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './location-pricing.module.css'
import { roundPrice } from './round-price.ts'

const quarterMs = 900_000

/** The answer first: what a kilowatt-hour costs now with everything, and what it is made of. */
export function PriceNow({ locationId, address }: { locationId: number; address: LocationAddress }) {
  const t = useT()
  const now = useNow(30_000)
  const at = Math.floor(now / quarterMs) * quarterMs
  const { data: price, error, refetch } = useQuery(locationPriceQuery(locationId, at))
  return (
    <Panel heading={t('location_pricing.now.heading')}>
      {!price && error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!price && !error && <Skeleton height={120} />}
      {price && (
        <>
          <Totals price={price} />
          <Components price={price} address={address} />
        </>
      )}
    </Panel>
  )
}

function Totals({ price }: { price: PriceAt }) {
  const t = useT()
  const text = usePriceText()
  const words = usePriceWords()
  const { currency } = price
  const reasons = price.import.components.flatMap(({ missing }) => (missing ? [words.missing(missing)] : []))
  const isPaid = price.export.components.length > 0
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{t('location_pricing.now.import')}</dt>
        <dd>{text.price(roundPrice(price.import.total), currency)}</dd>
        <dd className={styles.soft}>
          {price.import.total === null ? [...new Set(reasons)].join(' ') : t('location_pricing.now.all_in')}
        </dd>
      </div>
      {isPaid && (
        <div>
          <dt>{t('location_pricing.now.export')}</dt>
          <dd>{text.price(roundPrice(price.export.total), currency)}</dd>
        </div>
      )}
    </dl>
  )
}

function Components({ price, address }: { price: PriceAt; address: LocationAddress }) {
  const t = useT()
  const heading = t('location_pricing.now.why')
  const perKwh = price.import.components.filter(({ unit }) => unit === '/kWh')
  const beside = price.import.components.filter(({ unit }) => unit !== '/kWh')
  return (
    <details className={styles.details}>
      <summary>{heading}</summary>
      <FigureTable label={heading}>
        <thead>
          <tr>
            <th scope="col">{t('location_pricing.column.part')}</th>
            <th scope="col">{t('location_pricing.column.price')}</th>
            <th scope="col">{t('location_pricing.column.source')}</th>
          </tr>
        </thead>
        <ComponentRows components={perKwh} price={price} address={address} />
        {beside.length > 0 && (
          <ComponentRows
            heading={t('location_pricing.now.beside')}
            components={beside}
            price={price}
            address={address}
          />
        )}
      </FigureTable>
    </details>
  )
}

interface RowsProps {
  heading?: string
  components: readonly PriceComponent[]
  price: PriceAt
  address: LocationAddress
}

function ComponentRows({ heading, components, price, address }: RowsProps) {
  const text = usePriceText()
  const words = usePriceWords()
  const rateText = ({ rate, unit }: PriceComponent) =>
    unit === '/kWh'
      ? text.price(roundPrice(rate), price.currency)
      : unit === '/month'
        ? text.money(rate, price.currency)
        : text.price(roundPrice(rate), price.currency, 'kW')
  return (
    <tbody>
      {heading && (
        <tr>
          <th scope="rowgroup" colSpan={3} className={styles.rowGroup}>
            {heading}
          </th>
        </tr>
      )}
      {components.map((component) => (
        <tr key={`${component.part} ${component.name} ${component.unit}`}>
          <th scope="row">
            {words.part(component.part)}
            {words.name(component.name) !== words.part(component.part) && (
              <span className={styles.soft}> {words.name(component.name)}</span>
            )}
          </th>
          <td>
            {component.missing ? (
              <span className={styles.soft}>{words.missing(component.missing)}</span>
            ) : (
              rateText(component)
            )}
          </td>
          <td className={styles.source}>
            {component.source?.kind === 'priceList' ? (
              <Link to={locationPaths.priceList(address, component.source.priceListId)}>
                {component.source.name}
              </Link>
            ) : (
              component.source && words.source(component.source)
            )}
            {component.confidence && (
              <>
                {' '}
                <ConfidenceMark confidence={component.confidence} />
              </>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  )
}
