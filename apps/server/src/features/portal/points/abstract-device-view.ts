import type { AbstractDeviceView } from '@ohmstead/contract/portal'
import type { DeviceRow } from './abstract-device-queries.ts'
import { buildConsumerInfo } from './build-consumer-info.ts'
import { findReadSince } from './find-read-since.ts'

/** The token in the form shown in answers. */
export const maskToken = (hint: string) => `${hint}${'•'.repeat(8)}`

/** The device for its owner, or for `customer` as seen by whoever manages its owner: without tokens. */
export function toDeviceView(row: DeviceRow, customer = false): AbstractDeviceView {
  const consumerInfo = buildConsumerInfo(row.portal_info, row.manual_info, row.source)
  return {
    id: row.id,
    eimm: row.eimm,
    gsrn: row.gsrn,
    title: row.title,
    tariffsCount: consumerInfo.tariffsCount,
    abstract_device_type_id: 1,
    credentials: customer
      ? []
      : row.credentials.map(({ token_id, hint }) => ({ token: maskToken(hint), token_id })),
    source: row.source,
    consumerInfo,
    readings: {
      from: row.readings_from,
      to: row.readings_to,
      days: row.days,
      missing_days: row.missing_days,
      estimated_days: row.estimated_days,
      read_since: findReadSince(row),
      last_import_at: row.last_import_at,
      last_error: row.last_error,
      next_try_at: row.next_try_at,
    },
    job: row.job,
    owner: customer ? row.owner : null,
  }
}
