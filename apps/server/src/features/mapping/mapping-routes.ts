import { findAdapter } from '@ohmstead/adapters/all-adapters'
import { findRole } from '@ohmstead/adapters/device-book'
import type { MappedSource } from '@ohmstead/adapters/mapped-source'
import { readSeenSources } from '@ohmstead/adapters/seen-sources'
import { type MappedSourceView, type MappingView, mappingEndpoints } from '@ohmstead/contract/mapping'
import type { Actor } from '@ohmstead/domain/access/permission'
import { type GenericKind, genericOfCategory, writeGenericName } from '@ohmstead/domain/fleet/generic-name'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { findReaderLocale } from '../auth/reader-locale.ts'
import { getGenericTexts } from '../link/generic-texts.ts'
import { addDescribedDevices, bringEnergyInLine } from '../link/handle-inventory.ts'
import { notifyLink } from '../link/link-notices.ts'
import { findMapping, hideDevices, type MappingRow, writeMapping } from './mapping-queries.ts'

export const mappingRoutes: Route[] = [
  route(mappingEndpoints.get, async (context) => {
    const { db, params } = context
    return describeMapping(await getMapping(db, params), await findTexts(context))
  }),

  route(mappingEndpoints.set, async (context) => {
    const { db, deps, params, body } = context
    const { locationId, controllerId } = params
    const saved = await db.transaction(async (tx) => {
      const before = await getMapping(tx, params)
      const mapping = body.mapping.map(fromView)
      const mapped = devicesOf(mapping)
      // What an adapter describes by itself would be described by two.
      if (ownDevicesOf(before).some(({ id }) => mapped.has(id))) throw new AppError('conflict')
      if (!(await writeMapping(tx, controllerId, { version: body.version, mapping })))
        throw new AppError('edited_meanwhile')
      const dropped = [...devicesOf(before.mapping)].filter((id) => !mapped.has(id))
      if (dropped.length > 0) await hideDevices(tx, params, dropped, deps.clock.now())
      const written = await getMapping(tx, params)
      const seen = readSeenSources(
        { ...written, devices: written.inventory?.devices ?? [] },
        before.mapping,
        deps.clock.now(),
      )
      const controller = { id: controllerId, serial: written.unit_id, locationId }
      const isDescribed = await addDescribedDevices(tx, controller, seen.devices)
      const after = isDescribed ? await getMapping(tx, params) : written
      await recordAudit(tx, auditContextOf(context), {
        action: 'mapping_changed',
        ...{ locationId, controllerId },
        before: { number: before.mapping.length },
        after: { number: after.mapping.length },
      })
      await notifyLink(tx, { t: 'mapping', serial: after.unit_id })
      const view = describeMapping(after, await findTexts({ ...context, db: tx }))
      return { view, isDescribed, samples: seen.samples }
    })
    if (saved.isDescribed) bringEnergyInLine(deps, locationId, controllerId)
    if (saved.samples.length > 0) await deps.link.storeSeen(saved.view.unit_id, saved.samples)
    return saved.view
  }),
]

async function getMapping(
  db: Queryable,
  params: { locationId: number; controllerId: number },
): Promise<MappingRow> {
  const row = await findMapping(db, params)
  if (!row) throw new AppError('not_found')
  return row
}

const devicesOf = (mapping: readonly MappedSource[]) => new Set(mapping.map(({ device }) => device))

/** Devices that are known without a mapping. */
function ownDevicesOf({ inventory, mapping }: MappingRow) {
  const mapped = devicesOf(mapping)
  return (inventory?.devices ?? []).filter(({ id }) => !mapped.has(id))
}

const findTexts = async ({ db, actor, request }: { db: Queryable; actor: Actor; request: FastifyRequest }) =>
  getGenericTexts(await findReaderLocale(db, actor, request))

function describeMapping(row: MappingRow, texts: Record<GenericKind, string>): MappingView {
  const { version, unit_id, protocol, sources, mapping, roles, device_ids: ids } = row
  const proposals = findFreeProposals(row, texts)
  return {
    version,
    unit_id,
    sources: sources
      .map(({ source, name, value, at, unit, isUnreadable }) => ({
        ...{ source, name, value, at, unit },
        is_unreadable: isUnreadable,
        proposal: proposals.get(source) ?? null,
      }))
      .toSorted((one, other) => one.source.localeCompare(other.source, 'en', { numeric: true })),
    mapping: mapping.map(toView),
    // Our own controllers say themselves what their devices are.
    devices: (findAdapter(protocol) ? ownDevicesOf(row) : []).flatMap(({ id, name, category }) => {
      // One that its owner has removed has no row.
      const deviceId = ids[id]
      return deviceId
        ? [{ device_id: deviceId, device: id, name, category, role: findRole(roles, id) ?? null }]
        : []
    }),
  }
}

/** Adapters propose without knowing of each other: what is taken by then, or proposed twice, is left out. */
function findFreeProposals(
  row: MappingRow,
  texts: Record<GenericKind, string>,
): Map<string, MappedSourceView> {
  const { sources, mapping } = row
  const own = new Set(ownDevicesOf(row).map(({ id }) => id))
  const taken = new Set(mapping.map(({ device, metric }) => `${device}/${metric}`))
  const known = new Map(mapping.map((mapped) => [mapped.device, mapped]))
  const mapped = new Set(mapping.map(({ source }) => source))
  const free = new Map<string, MappedSourceView>()
  for (const { source, proposal, isUnreadable } of sources) {
    if (!proposal || isUnreadable || mapped.has(source)) continue
    const { device, metric, category } = proposal
    const same = known.get(device)
    if (taken.has(`${device}/${metric}`) || own.has(device) || (same && same.category !== category)) continue
    taken.add(`${device}/${metric}`)
    const deviceName = same?.deviceName ?? translateName(proposal, texts)
    known.set(device, { ...(same ?? proposal), deviceName })
    free.set(source, toView({ ...proposal, deviceName }))
  }
  return free
}

/** A name that the proposal chose by itself, in the reader's language; names from the sources stay. */
function translateName({ deviceName, category }: MappedSource, texts: Record<GenericKind, string>): string {
  const kind = genericOfCategory[category]
  const english = kind && writeGenericName({ kind })
  return kind && english && deviceName.startsWith(english)
    ? `${texts[kind]}${deviceName.slice(english.length)}`
    : deviceName
}

const toView = ({ deviceName, ...mapped }: MappedSource): MappedSourceView => ({
  ...mapped,
  device_name: deviceName,
})

const fromView = ({ device_name, ...mapped }: MappedSourceView): MappedSource => ({
  ...mapped,
  deviceName: device_name,
})
