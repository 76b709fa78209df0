import type { SharingMemberView } from '@ohmstead/contract/energy-sharing-groups'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Pager } from '../../shared/people/pager.tsx'
import { DecimalField } from '../../shared/pricing/decimal-field.tsx'
import { Button } from '../../ui/button.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { matchesWords } from '../../ui/match-words.ts'
import { TextField } from '../../ui/text-field.tsx'
import styles from './energy-sharing.module.css'
import { isShare, toPercent, toShare } from './key-shares.ts'

interface ShareTableProps {
  receivers: readonly SharingMemberView[]
  /** By the id of the member; any text while it is typed. */
  shares: Readonly<Record<string, string>>
  /** What is left of the whole; null while a share is no number. */
  rest: string | null
  onChange: (shares: Readonly<Record<string, string>>) => void
  onEqual: () => void
}

const pageSize = 50

/** The share of each receiver in percent, and what is still to be given. */
export function ShareTable({ receivers, shares, rest, onChange, onEqual }: ShareTableProps) {
  const t = useT()
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  if (receivers.length === 0) return <p className={styles.soft}>{t('energy_sharing.problem.noReceiver')}</p>
  const found = receivers.filter(({ name }) => matchesWords(name, typed))
  return (
    <div className={styles.places}>
      <div className={styles.tools}>
        {receivers.length > 10 && (
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
        <Button onClick={onEqual}>{t('energy_sharing.key.equal')}</Button>
      </div>
      <FigureTable label={t('energy_sharing.part.key')}>
        <thead>
          <tr>
            <th scope="col">{t('locations.settings.name')}</th>
            <th scope="col">{t('energy_sharing.key.share')} [%]</th>
          </tr>
        </thead>
        <tbody>
          {found.slice((page - 1) * pageSize, page * pageSize).map(({ id, name }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>
                <div className={styles.shareField}>
                  <DecimalField
                    name={`share-${id}`}
                    label={t('energy_sharing.key.share_of', { name })}
                    isLabelHidden
                    value={toPercent(shares[id] ?? '0')}
                    error={isShare(shares[id] ?? '0') ? undefined : t('energy_sharing.key.wrong_share')}
                    onChange={(percent) => onChange({ ...shares, [id]: toShare(percent) })}
                  />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
      <Pager page={page} total={found.length} pageSize={pageSize} onPage={setPage} />
      <p role="status" className={styles.rest} data-wrong={Number(rest) !== 0 || rest === null || undefined}>
        {t('energy_sharing.key.rest', { rest: rest === null ? '–' : format.percent(Number(rest), 4) })}
      </p>
    </div>
  )
}
