import type { PriceAt, PriceComponent } from '@ohmstead/pricing/price-component'
import { Link } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { type LocationAddress, locationPaths, pricingPaths } from '../../shared/paths.ts'
import { useDaysText } from '../../shared/pricing/use-days-text.ts'
import { useExchangeText } from '../../shared/pricing/use-exchange-text.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { usePriceWords } from '../../shared/pricing/use-price-words.ts'
import { ConfidenceMark } from '../../shared/rates/confidence-mark.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import styles from './location-pricing.module.css'

/** The parts of a price, each with its rate and where that comes from. */
export function PriceParts({ price, address }: { price: PriceAt; address: LocationAddress }) {
  const t = useT()
  const text = usePriceText()
  const heading = t('location_pricing.now.why')
  const perKwh = price.import.components.filter(({ unit }) => unit === '/kWh')
  const beside = price.import.components.filter(({ unit }) => unit !== '/kWh')
  return (
    <details className={styles.details}>
      <summary>{heading}</summary>
      <div className={styles.invoice}>
        <FigureTable label={heading}>
          <thead>
            <tr>
              <th scope="col">{t('location_pricing.column.part')}</th>
              <th scope="col">{t('location_pricing.column.price')}</th>
              <th scope="col" className={styles.wide} data-text>
                {t('location_pricing.column.source')}
              </th>
            </tr>
          </thead>
          <ComponentRows components={perKwh} price={price} address={address} />
          <tbody>
            <tr className={styles.payable}>
              <th scope="row">{t('location_pricing.now.total')}</th>
              <td>{text.rate(price.import.total, price.currency)}</td>
              <td className={styles.wide} />
            </tr>
          </tbody>
          {beside.length > 0 && (
            <ComponentRows
              heading={t('location_pricing.now.beside')}
              components={beside}
              price={price}
              address={address}
            />
          )}
        </FigureTable>
      </div>
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
      ? text.rate(rate, price.currency)
      : unit === '/month'
        ? text.money(rate, price.currency)
        : text.rate(rate, price.currency, 'kW')
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
              <>
                {' '}
                <span className={styles.soft}>{words.name(component.name)}</span>
              </>
            )}
            <span className={styles.working}>
              <Origin component={component} address={address} />
            </span>
          </th>
          <td>
            {component.missing ? (
              <span className={styles.soft}>{words.missing(component.missing)}</span>
            ) : (
              rateText(component)
            )}
          </td>
          <td className={`${styles.source} ${styles.wide}`} data-text>
            <Origin component={component} address={address} />
          </td>
        </tr>
      ))}
    </tbody>
  )
}

/** Where a rate comes from, how sure it is, on which days it holds and what it was converted at. */
function Origin({ component, address }: { component: PriceComponent; address: LocationAddress }) {
  const words = usePriceWords()
  const daysText = useDaysText()
  const exchangeText = useExchangeText()
  const { source, confidence, validFrom, validTo, exchange } = component
  return (
    <>
      {source?.kind === 'priceList' ? (
        <Link to={locationPaths.priceList(address, source.priceListId)}>{source.name}</Link>
      ) : source?.kind === 'published' ? (
        <Link to={pricingPaths.networkTariffs}>{words.source(source)}</Link>
      ) : (
        source && words.source(source)
      )}
      {confidence && (
        <>
          {' '}
          <ConfidenceMark confidence={confidence} />
        </>
      )}
      {validFrom && source?.kind !== 'spotMarket' && (
        <span className={styles.validity}>{daysText(validFrom, validTo)}</span>
      )}
      {exchange && <span className={styles.validity}>{exchangeText(exchange)}</span>}
    </>
  )
}
