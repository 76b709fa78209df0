import { useT } from '../../../shared/i18n/use-t.ts'
import { useEuro } from '../../../shared/use-euro.ts'
import { FigureTable } from '../../../ui/figure-table.tsx'
import styles from './comparison.module.css'
import { type CostGroup, findParts } from './cost-groups.ts'

/** The numbers behind the bars. */
export function CostTable({
  groups,
  name,
  labelOf,
}: {
  groups: readonly CostGroup[]
  name: string
  labelOf: (key: string, length: 'short' | 'long') => string
}) {
  const t = useT()
  const euro = useEuro()
  const parts = findParts(groups)
  return (
    <FigureTable label={name} isTall>
      <caption className="visually-hidden">{name}</caption>
      <thead>
        <tr>
          <th scope="col">{t('calculations.compare.group')}</th>
          <th scope="col" className={styles.word}>
            {t('calculations.compare.system')}
          </th>
          {parts.map((part) => (
            <th key={part} scope="col">
              {t(`calculations.part.${part}`)}
            </th>
          ))}
          <th scope="col">{t('calculations.row.total')}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ key, bars }) =>
          bars.map(({ system, parts: own, totalEur }) => (
            <tr key={`${key} ${system}`}>
              <th scope="row">{labelOf(key, 'long')}</th>
              <td className={styles.word}>{t(`calculations.system.${system}`)}</td>
              {parts.map((part) => (
                <td key={part}>{euro(totalEur === null ? null : (own[part] ?? 0))}</td>
              ))}
              <td>
                <strong>{euro(totalEur)}</strong>
              </td>
            </tr>
          )),
        )}
      </tbody>
    </FigureTable>
  )
}
