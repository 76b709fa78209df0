import type { PriceAt, PriceComponent } from '@ohmstead/pricing/price-component'
import { Link } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { type LocationAddress, locationPaths } from '../../shared/paths.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { usePriceWords } from '../../shared/pricing/use-price-words.ts'
import { ConfidenceMark } from '../../shared/rates/confidence-mark.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import styles from './location-pricing.module.css'
import { roundPrice } from './round-price.ts'

/** The parts of a price, each with its rate and where that comes from. */
export function PriceParts({ price, address }: { price: PriceAt; address: LocationAddress }) {
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
            <th scope="col" data-text>
              {t('location_pricing.column.source')}
            </th>
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
          <td className={styles.source} data-text>
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
