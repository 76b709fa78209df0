import type { ReadingsMessage } from '@ohmstead/contract/controller-messages'
import { findImplausibility } from '@ohmstead/domain/telemetry/plausible-value'
import type { Queryable } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { KnownController } from '../controller-cache.ts'

export interface ImplausibleValue {
  controllerId: number
  deviceKey: string
  metric: string
  ts: number
  value: number
  lowest: number
  highest: number
}

// Per message, the newest of each metric; the rest is only counted. Faulty firmware repeats itself across a fleet.
const mostKept = 100
// Per controller, the newest.
const mostOfController = 1000

/** Removes impossible values from a message, counts them there, and returns those worth keeping. */
export function takeImplausible(message: ReadingsMessage, controller: KnownController): ImplausibleValue[] {
  const kept = new Map<string, ImplausibleValue>()
  let count = 0
  let first = ''
  for (const { ts, values } of message.samples) {
    for (const key in values) {
      const slash = key.indexOf('/')
      const source = key.slice(0, slash)
      const device = controller.devices[source]
      if (!device) continue
      const metric = key.slice(slash + 1)
      const powerLimitW = controller.powerLimits.get(source) ?? null
      const found = findImplausibility(metric, values[key], { category: device.category, powerLimitW })
      if (found === null) continue
      const { lowest, highest, text } = found
      if (count++ === 0) first = `${key} is ${text}`
      const value = values[key] as number
      const known = kept.get(key)
      if (known ? ts >= known.ts : kept.size < mostKept)
        kept.set(key, {
          controllerId: controller.id,
          deviceKey: device.key,
          metric,
          ts,
          value,
          lowest,
          highest,
        })
      delete values[key]
    }
  }
  if (count === 0) return []
  message.refused.push({ reason: 'implausible', count, detail: first })
  const left = message.samples.filter(({ values }) => Object.keys(values).length > 0)
  message.rejectedSamples += message.samples.length - left.length
  message.samples = left
  return [...kept.values()]
}

/** Stores them; existing ones stay. */
export async function keepImplausible(
  db: Queryable,
  values: readonly ImplausibleValue[],
  now: number,
): Promise<void> {
  if (values.length === 0) return
  await db.run(
    sql`insert into implausible_value (controller_id, device_key, metric, ts, value, lowest, highest, stored_at)
        select controller_id, device_key, metric, to_timestamp(ts / 1000), value, lowest, highest, ${new Date(now)}
        from unnest(${values.map((v) => v.controllerId)}::int[], ${values.map((v) => v.deviceKey)}::text[],
          ${values.map((v) => v.metric)}::text[], ${values.map((v) => v.ts)}::float8[],
          ${values.map((v) => v.value)}::float8[], ${values.map((v) => v.lowest)}::float8[],
          ${values.map((v) => v.highest)}::float8[])
          as given (controller_id, device_key, metric, ts, value, lowest, highest)
        on conflict do nothing`,
  )
  await db.run(
    sql`delete from implausible_value v
        using (select id, (select stored_at from implausible_value where controller_id = id
                           order by stored_at desc offset ${mostOfController} limit 1) as last
               from unnest(${[...new Set(values.map((v) => v.controllerId))]}::int[]) as id) edge
        where v.controller_id = edge.id and v.stored_at <= edge.last`,
  )
}
