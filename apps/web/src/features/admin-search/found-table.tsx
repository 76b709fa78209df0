import type { FoundController, FoundDevice, FoundLocation, FoundUser } from '@ohmstead/contract/admin-search'
import { useT } from '../../shared/i18n/use-t.ts'
import { TableFrame } from '../../ui/table-frame.tsx'
import styles from './admin-search.module.css'
import { kindLabels } from './filter-labels.ts'
import { type Column, useFoundColumns } from './found-columns.tsx'

export type Found =
  | { kind: 'users'; rows: FoundUser[] }
  | { kind: 'locations'; rows: FoundLocation[] }
  | { kind: 'controllers'; rows: FoundController[] }
  | { kind: 'devices'; rows: FoundDevice[] }

/** One row for each thing that was found; its name leads to where one acts on it. */
export function FoundTable({ found, isOld }: { found: Found; isOld: boolean }) {
  const t = useT()
  const columns = useFoundColumns()
  // Which rows belong to which columns is only known by the kind.
  const [first, ...others] = columns[found.kind] as Column<Found['rows'][number]>[]
  return (
    <TableFrame
      label={t(kindLabels[found.kind])}
      frameClass={styles.scroll!}
      tableClass={styles.table}
      aria-busy={isOld}
    >
      <thead>
        <tr>
          {[first!, ...others].map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {found.rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{first!.of(row)}</th>
            {others.map(({ key, label, of }) => (
              <td key={key} data-label={label}>
                {of(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}
