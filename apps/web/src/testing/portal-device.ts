import type { AbstractDeviceView } from '@ohmstead/contract/portal'

/** An own metering point that token 3 gives access to, without readings. */
export function createPortalDevice(change: Partial<AbstractDeviceView> = {}): AbstractDeviceView {
  return {
    id: 1,
    eimm: '4-0000001',
    gsrn: null,
    title: null,
    tariffsCount: 2,
    abstract_device_type_id: 1,
    credentials: [{ token: 'abcde…', token_id: 3 }],
    source: 'portal',
    consumerInfo: null,
    readings: {
      from: null,
      to: null,
      days: 0,
      missing_days: 0,
      estimated_days: 0,
      read_since: null,
      last_import_at: null,
      last_error: null,
      next_try_at: null,
    },
    job: null,
    owner: null,
    ...change,
  }
}
