import { type ReactNode, useState } from 'react'
import { downloadCsv, formatFileName } from '../../../shared/charts/download.ts'
import { PanelTools } from '../../../shared/charts/panel-tools.tsx'
import { useFold } from '../../../shared/use-fold.ts'
import { Panel } from '../../../ui/panel.tsx'

interface DataPanelProps {
  heading: string
  lead: string
  /** How much of a running import is shown. */
  soFar: string | null | undefined
  csv: () => string
  fileParts: readonly string[]
  /** Options for the picture and the table. */
  tools?: ReactNode
  table: ReactNode
  picture: ReactNode
  /** Below either. */
  children?: (isTable: boolean) => ReactNode
}

/** A picture of the readings, or the same as a table or a file. */
export function DataPanel({
  heading,
  lead,
  soFar,
  csv,
  fileParts,
  tools,
  table,
  picture,
  children,
}: DataPanelProps) {
  const [isTable, setTable] = useState(false)
  const fold = useFold({ isOpen: false })
  return (
    <Panel
      heading={heading}
      fold={fold}
      lead={[soFar, lead].filter(Boolean).join(' ')}
      tools={
        <PanelTools
          isTable={isTable}
          onTable={setTable}
          onCsv={() => downloadCsv(csv(), formatFileName([...fileParts], 'csv'))}
        >
          {tools}
        </PanelTools>
      }
    >
      {isTable ? table : picture}
      {children?.(isTable)}
    </Panel>
  )
}
