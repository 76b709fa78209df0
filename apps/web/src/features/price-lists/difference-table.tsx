import { useT } from '../../shared/i18n/use-t.ts'
import { TextTable } from '../../ui/text-table.tsx'
import type { PriceListDraft } from './price-list-draft.ts'
import { differingFacts, useListFacts } from './use-list-facts.ts'

/** What differs between two states of a list. */
export function DifferenceTable({
  before,
  after,
  heads,
}: {
  before: PriceListDraft
  after: PriceListDraft
  heads: readonly [before: string, after: string]
}) {
  const t = useT()
  const factsOf = useListFacts([before, after])
  const differing = differingFacts(factsOf(before), factsOf(after))
  if (differing.length === 0) return <p>{t('price_lists.versions.same')}</p>
  return (
    <TextTable>
      <thead>
        <tr>
          <th scope="col">{t('price_lists.versions.field')}</th>
          <th scope="col">{heads[0]}</th>
          <th scope="col">{heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {differing.map((line) => (
          <tr key={line.key}>
            <th scope="row">{line.name}</th>
            <td>{line.before ? <Lines lines={line.before} /> : '–'}</td>
            <td>{line.after ? <Lines lines={line.after} /> : '–'}</td>
          </tr>
        ))}
      </tbody>
    </TextTable>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 1) return lines[0]
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
