import { useLingui } from '@lingui/react'
import type { SpotSourceNote } from '@ohmstead/contract/spot-market'
import { spotSourceName } from '@ohmstead/domain/pricing/spot-source-names'
import { dayAt } from '@ohmstead/domain/time/days'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { callForFile } from '../../lib/call.ts'
import { formatCsv, type TableColumn } from '../../shared/charts/chart-csv.ts'
import { downloadBlob, downloadCsv, formatFileName } from '../../shared/charts/download.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { quarterMs } from './build-spot-chart.ts'
import styles from './spot-market.module.css'

/** As finely as market prices are kept, per kilowatt-hour too. */
const decimals = 8

interface ExportButtonsProps {
  region: string
  /** Whose all-in prices are shown, if any are. */
  locationId: number | null
  row: { from: number; prices: readonly (number | null)[]; allIn: readonly (number | null)[] | null }
  sources: readonly SpotSourceNote[]
  timeZone: string
  unit: string
}

/** The prices shown as a file: CSV in the unit shown, a workbook per megawatt-hour. */
export function ExportButtons({ region, locationId, row, sources, timeZone, unit }: ExportButtonsProps) {
  const t = useT()
  const { i18n } = useLingui()
  const { from, prices, allIn } = row
  const to = from + prices.length * quarterMs
  const nameOf = (extension: string) =>
    formatFileName([region, dayAt(from, timeZone), dayAt(to - quarterMs, timeZone)], extension)
  const saveCsv = () =>
    downloadCsv(
      formatCsv({
        ts: prices.map((_, at) => from + at * quarterMs),
        timeZone,
        columns: [
          { key: 'price', label: t('spot_market.price'), unit, values: prices, decimals },
          ...(allIn
            ? [{ key: 'all_in', label: t('spot_market.all_in'), unit, values: allIn, decimals }]
            : []),
          ...sourceColumns(sources, prices.length),
        ],
        estimated: [],
        incomplete: [],
      }),
      nameOf('csv'),
    )
  const query = { region, from, to, locale: i18n.locale as 'en' }
  const workbook = useMutation({
    mutationFn: () =>
      allIn && locationId !== null
        ? callForFile('GET /locations/:locationId/pricing/spot-market/prices/xlsx', {
            params: { locationId },
            query,
          })
        : callForFile('GET /pricing/spot-market/prices/xlsx', { query }),
    onSuccess: (file) => downloadBlob(file, nameOf('xlsx')),
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  return (
    <p className={styles.exports}>
      <Button size="small" onClick={saveCsv}>
        <IconDownload size={15} stroke={1.6} aria-hidden />
        {t('spot_market.history.csv')}
      </Button>
      <Button size="small" isBusy={workbook.isPending} onClick={() => workbook.mutate()}>
        <IconDownload size={15} stroke={1.6} aria-hidden />
        {t('spot_market.history.xlsx')}
      </Button>
    </p>
  )
}

/** Licences ask for the publisher to be named. A table has no other place for it: a line above would be taken for its head. */
function sourceColumns(sources: readonly SpotSourceNote[], count: number): TableColumn[] {
  const all = (values: readonly (string | null)[]) => values.filter(Boolean).join('; ')
  const cells = {
    source: all(sources.map(({ source }) => spotSourceName(source) ?? source)),
    licence: all(
      sources.map((note) => note.licence ?? (note.source === 'entsoe' ? 'internal use only' : null)),
    ),
  }
  return Object.entries(cells).map(([key, cell]) => ({
    ...{ key, label: key, unit: '' },
    values: Array.from({ length: count }, () => cell),
  }))
}
