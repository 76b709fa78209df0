import { type SanityFindingView, sanityEndpoints } from '@ohmstead/contract/mapping-sanity'
import { addReversal, rightConnection, swappedRegisters } from '@ohmstead/domain/fleet/device-correction'
import { findSanityProblems, isReversal, type SanityFinding } from '@ohmstead/domain/fleet/sanity-checks'
import { composePhases } from '@ohmstead/domain/fleet/swapped-phases'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, changedFields, recordAudit } from '../audit/record-audit.ts'
import { lockDevices } from '../devices/device-queries.ts'
import { notifyLink } from '../link/link-notices.ts'
import { breakRegisters, findNewestReading } from '../telemetry/break-registers.ts'
import { changeStates } from '../telemetry/change-states.ts'
import { findLatestSamples } from '../telemetry/read-samples.ts'
import { buildSanityHistory, stepMs } from './build-sanity-history.ts'
import {
  type CheckedDevice,
  correctDevice,
  findCheckedDevices,
  findPlace,
  findPowersAside,
} from './sanity-queries.ts'

const spanMs = 36 * 3_600_000
// Of each controller; one that sends every second is judged by its newest hours.
const mostSamples = 20_000

export const sanityRoutes: Route[] = [
  route(sanityEndpoints.get, async ({ db, deps, params: { locationId } }) => {
    const devices = await findCheckedDevices(db, locationId)
    const findings = await findFindings(db, locationId, devices, deps.clock.now())
    return {
      findings,
      corrected: devices
        .filter(({ is_reversed, phase_order }) => is_reversed || phase_order !== rightConnection.phaseOrder)
        .map(({ id, name, is_reversed, phase_order }) => ({
          ...{ device_id: id, device_name: name, is_reversed, phase_order },
        })),
    }
  }),

  route(sanityEndpoints.correct, async (context) => {
    const { db, deps, params, body } = context
    const now = deps.clock.now()
    await changeStates(db, params.locationId, async (tx) => {
      await lockDevices(tx, [params.deviceId])
      const before = (await findCheckedDevices(tx, params.locationId)).find(
        ({ id }) => id === params.deviceId,
      )
      if (!before) throw new AppError('not_found')
      const { is_reversed: isReversed, phase_order: phaseOrder, seen } = body
      if (before.is_reversed !== seen.is_reversed || before.phase_order !== seen.phase_order)
        throw new AppError('edited_meanwhile')
      const changed = changedFields(
        { is_reversed: before.is_reversed, phase_order: before.phase_order },
        { is_reversed: isReversed, phase_order: phaseOrder },
      )
      if (!changed) return
      const isTurned = before.is_reversed !== isReversed
      const reversals = isTurned ? await turnRound(tx, params.locationId, before, now) : before.reversals
      const correctedAt = isTurned ? reversals.at(-1)! : now
      await correctDevice(tx, before.id, { isReversed, phaseOrder, reversals, correctedAt })
      await recordAudit(tx, auditContextOf(context), {
        action: 'device_corrected',
        ...{ locationId: params.locationId, controllerId: before.controller_id },
        ...changed,
      })
      await notifyLink(tx, { t: 'changed', serial: before.serial })
    })
  }),
]

/** When a device has been turned round, this time included; from then on its registers count the other direction. */
async function turnRound(
  tx: Queryable,
  locationId: number,
  { controller_id: controllerId, key: deviceKey, category, reversals: before }: CheckedDevice,
  now: number,
): Promise<number[]> {
  const owner = { locationId, controllerId, deviceKey }
  const reversals = addReversal(before, { now, newest: await findNewestReading(tx, owner) })
  await breakRegisters(tx, owner, { metrics: swappedRegisters(category), breaks: reversals })
  return reversals
}

async function findFindings(
  db: Queryable,
  locationId: number,
  devices: readonly CheckedDevice[],
  now: number,
): Promise<SanityFindingView[]> {
  const to = Math.floor(now / stepMs) * stepMs
  const from = to - spanMs
  const controllerIds = [...new Set(devices.map(({ controller_id }) => controller_id))]
  const samples: Awaited<ReturnType<typeof findLatestSamples>>[] = []
  for (const controllerId of controllerIds)
    samples.push(await findLatestSamples(db, { locationId, controllerId }, { from, to, limit: mostSamples }))
  // What a plant cannot do was kept aside when it came, and is what shows it here.
  const aside = await findPowersAside(db, controllerIds, from, to)
  const place = (await findPlace(db, locationId)) ?? null
  const history = buildSanityHistory(devices, [...samples.flat(), ...aside], { from, to }, place)
  const byKey = new Map(devices.map((device) => [device.key, device]))
  return findSanityProblems(history).map((finding) => {
    const other = 'other' in finding ? byKey.get(finding.other)! : null
    return toView(finding, byKey.get(finding.device)!, other)
  })
}

function toView(
  finding: SanityFinding,
  device: CheckedDevice,
  other: CheckedDevice | null,
): SanityFindingView {
  const { is_reversed, phase_order } = device
  const repair = isReversal(finding)
    ? { is_reversed: !is_reversed, phase_order }
    : finding.kind === 'phases'
      ? { is_reversed, phase_order: composePhases(phase_order, finding.order) }
      : null
  return {
    kind: finding.kind,
    ...{ device_id: device.id, device_name: device.name },
    ...{ other_id: other?.id ?? null, other_name: other?.name ?? null },
    current: { is_reversed, phase_order },
    hours: 'hours' in finding ? finding.hours : null,
    power_w: 'powerW' in finding ? Math.round(finding.powerW) : null,
    count: 'count' in finding ? finding.count : null,
    power_wh: 'powerWh' in finding ? Math.round(finding.powerWh) : null,
    register_wh: 'registerWh' in finding ? Math.round(finding.registerWh) : null,
    repair,
  }
}
