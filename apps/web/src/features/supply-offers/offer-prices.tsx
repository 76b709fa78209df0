import { useT } from '../../shared/i18n/use-t.ts'
import type { SupplyOffer } from '../../shared/pricing/offers-query.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { usePriceWords } from '../../shared/pricing/use-price-words.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import { type FindBlock, listPrices, type OfferFact } from './describe-offer.ts'
import styles from './offers.module.css'

/** The prices of both directions, side by side where they have the same windows. */
export function OfferPrices({
  offer: { supplier, name: title, terms },
  findBlock,
}: {
  offer: Pick<SupplyOffer, 'supplier' | 'name' | 'terms'>
  findBlock: FindBlock
}) {
  const t = useT()
  const text = usePriceText()
  const words = usePriceWords()
  const nameOf = (blockId: number) => {
    const block = findBlock(blockId)
    return block ? words.name(block.title) : null
  }
  const bought = listPrices(terms.buy, terms, text, t, nameOf)
  const sold = terms.sell && listPrices(terms.sell, terms, text, t, nameOf)
  const isAlike = sold?.length === bought.length && sold.every(({ name }, at) => name === bought[at]!.name)
  if (sold && isAlike && sold.length > 1)
    return (
      <FigureTable isFlush label={`${t('supply_offers.price.spot')}: ${supplier} ${title}`}>
        <thead>
          <tr>
            <th scope="col">{text.unit(terms.currency)}</th>
            <th scope="col">{t('supply_offers.card.taken')}</th>
            <th scope="col">{t('supply_offers.card.fed_in')}</th>
          </tr>
        </thead>
        <tbody>
          {bought.map(({ key, name: window, bare }, at) => (
            <tr key={key}>
              <th scope="row">{window}</th>
              <td>{bare}</td>
              <td>{sold[at]!.bare}</td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    )
  return (
    <>
      <Facts facts={bought} />
      {sold && (
        <section>
          <h3>{t('supply_offers.card.sell')}</h3>
          <Facts facts={sold} />
        </section>
      )}
    </>
  )
}

function Facts({ facts }: { facts: readonly OfferFact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ key, name, value }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
