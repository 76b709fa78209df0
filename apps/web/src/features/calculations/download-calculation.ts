import { callForFile } from '../../lib/call.ts'
import { downloadBlob, formatFileName } from '../../shared/charts/download.ts'
import { toCustomLimits } from './calculation-data.ts'
import { payable } from './calculation-options.ts'
import { readCustomPowers } from './powers/custom-powers.ts'
import type { Calculated } from './use-calculation.ts'

/** The current calculation as a printable document or a workbook, in a language. */
export async function downloadCalculation(
  { device, body }: Calculated,
  kind: 'pdf' | 'xlsx',
  locale: string,
  title: string,
): Promise<void> {
  const customKw = readCustomPowers(device.id)
  const asked = {
    params: { deviceId: device.id },
    body: {
      ...body,
      ...payable,
      customPowerLimits: customKw && toCustomLimits(customKw),
      locale: locale as 'en',
    },
  }
  const blob = await (kind === 'pdf'
    ? callForFile('POST /pricing/abstract-devices/:deviceId/calculations/pdf', asked)
    : callForFile('POST /pricing/abstract-devices/:deviceId/calculations/xlsx', asked))
  downloadBlob(blob, formatFileName([title, device.eimm, body.from, body.to], kind))
}
