import type { SimulationResultView } from '@ohmstead/contract/energy-sharing-results'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Pager } from '../../shared/people/pager.tsx'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import { matchesWords } from '../../ui/match-words.ts'
import { TextField } from '../../ui/text-field.tsx'
import { Benefit } from './benefit-text.tsx'
import styles from './energy-sharing.module.css'
import { QualityNote } from './quality-note.tsx'
import { payableShared } from './sharing-money.ts'

interface SimulatedMembersProps {
  members: SimulationResultView['arrangements'][number]['members']
  names: Readonly<Record<string, string>>
  currency: CurrencyCode
  /** Shares of a static key, by member. */
  keyOf: Readonly<Record<string, string>> | null
}

const pageSize = 50

/** Each member with and without sharing; who would be worse off is marked. */
export function SimulatedMembers({ members, names, currency, keyOf }: SimulatedMembersProps) {
  const t = useT()
  const format = useFormat()
  const { money } = usePriceText()
  const { text: quantity } = useQuantity()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const nameOf = (id: string) => names[id] ?? id
  const found = members.filter(({ memberId }) => matchesWords(nameOf(memberId), typed))
  return (
    <>
      {members.length > 10 && (
        <TextField
          type="search"
          label={t('energy_sharing.members.search')}
          value={typed}
          autoComplete="off"
          onChange={(text) => {
            setTyped(text)
            setPage(1)
          }}
        />
      )}
      <FigureTable isFlush>
        <thead>
          <tr>
            <th scope="col">{t('locations.settings.name')}</th>
            <th scope="col">{t('energy_sharing.figure.benefit')}</th>
            <th scope="col">{t('energy_sharing.figure.alone')}</th>
            <th scope="col">{t('energy_sharing.figure.together')}</th>
            <th scope="col">{t('energy_sharing.figure.given')}</th>
            <th scope="col">{t('energy_sharing.figure.received')}</th>
            {keyOf && <th scope="col">{t('energy_sharing.key.share')}</th>}
          </tr>
        </thead>
        <tbody>
          {found
            .slice((page - 1) * pageSize, page * pageSize)
            .map(({ memberId, energies, money: amounts, quality, isWorseOff, yearlyBalances }) => (
              <tr key={memberId}>
                <th scope="row">
                  {nameOf(memberId)}
                  {isWorseOff && (
                    <small className={styles.problem}> · {t('energy_sharing.simulation.worse_off')}</small>
                  )}
                  <QualityNote quality={quality} />
                  {yearlyBalances.map(({ year, givenMilliWh, networkCost }) => (
                    <small key={year} className={styles.note}>
                      {t('energy_sharing.simulation.yearly', {
                        energy: quantity(givenMilliWh / 1000, 'Wh'),
                        year,
                        cost: money(networkCost, currency),
                      })}
                    </small>
                  ))}
                </th>
                <td>
                  <Benefit amount={amounts.benefit} currency={currency} />
                </td>
                <td>{money(amounts.alone, currency)}</td>
                <td>{money(payableShared(amounts), currency)}</td>
                <td>{quantity(energies.givenMilliWh / 1000, 'Wh')}</td>
                <td>{quantity(energies.receivedMilliWh / 1000, 'Wh')}</td>
                {keyOf && (
                  <td>{keyOf[memberId] === undefined ? '–' : format.percent(Number(keyOf[memberId]), 4)}</td>
                )}
              </tr>
            ))}
        </tbody>
      </FigureTable>
      <Pager page={page} total={found.length} pageSize={pageSize} onPage={setPage} />
    </>
  )
}
