import { useLingui } from '@lingui/react'
import { useMutation } from '@tanstack/react-query'
import { callForFile } from '../../lib/call.ts'
import type { ChartPlace } from '../../shared/charts/chart-place.ts'
import { downloadBlob } from '../../shared/charts/download.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { showToast } from '../../ui/toast-store.ts'
import type { Period } from './use-period.ts'

/** The content of a workbook: the balance of a place, or metrics of a location. */
export type WorkbookOf =
  | { kind: 'energy'; place: ChartPlace; view: 'energy' | 'power' }
  | { kind: 'metrics'; locationId: number; metrics: readonly string[] }

/** Downloads the numbers of a chart as a workbook, written by the server from its own values. */
export function useWorkbookDownload(of: WorkbookOf | null, period: Period, fileName: string) {
  const t = useT()
  const { i18n } = useLingui()
  return useMutation({
    mutationFn: async () => {
      if (of) downloadBlob(await fetchWorkbook(of, period, i18n.locale), fileName)
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
}

function fetchWorkbook(of: WorkbookOf, { fromMs, toMs, intervalSeconds }: Period, locale: string) {
  const range = { from: fromMs, to: toMs, interval: intervalSeconds, locale: locale as 'en' }
  if (of.kind === 'metrics') {
    const { locationId } = of
    return callForFile('GET /locations/:locationId/data/series/xlsx', {
      params: { locationId },
      query: { ...range, metric: [...of.metrics] },
    })
  }
  const { place } = of
  const query = { ...range, view: of.view }
  switch (place.kind) {
    case 'location': {
      const { locationId } = place
      return callForFile('GET /locations/:locationId/data/energy/xlsx', { params: { locationId }, query })
    }
    case 'deviceGroup': {
      const { locationId, deviceGroupId } = place
      return callForFile('GET /locations/:locationId/device-groups/:deviceGroupId/data/energy/xlsx', {
        params: { locationId, deviceGroupId },
        query,
      })
    }
    case 'device': {
      const { locationId, deviceId } = place
      return callForFile('GET /locations/:locationId/devices/:deviceId/data/energy/xlsx', {
        params: { locationId, deviceId },
        query,
      })
    }
    case 'group': {
      const { locationGroupId } = place
      return callForFile('GET /location-groups/:locationGroupId/data/energy/xlsx', {
        params: { locationGroupId },
        query,
      })
    }
  }
}
