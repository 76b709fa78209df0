import type { SearchKind } from '@ohmstead/domain/admin-search/search-filters'
import type { Db } from '../../platform/db/db.ts'
import { type CellValue, writeCommaSeparated } from '../calculations/documents/spreadsheet.ts'
import { findMatches, type SearchQuestion } from './find-matches.ts'
import { type FoundRows, readFound } from './read-found.ts'
import type { SearchPlace } from './search-cursor.ts'

const rowsAtOnce = 1000

const writeTime = (at: number | null) => at && new Date(at).toISOString()

type Columns<Kind extends SearchKind> = Record<string, (row: FoundRows[Kind]) => CellValue>

/** The names of the specification, for programs as well. */
const columns: { [Kind in SearchKind]: Columns<Kind> } = {
  users: {
    id: ({ id }) => id,
    email: ({ email }) => email,
    firstName: ({ firstName }) => firstName,
    lastName: ({ lastName }) => lastName,
    role: ({ role }) => role,
    companyName: ({ company }) => company?.name ?? null,
    verifiedAt: (row) => writeTime(row.email_verified_at),
    disabledAt: (row) => writeTime(row.disabled_at),
  },
  locations: {
    id: ({ id }) => id,
    locationName: ({ locationName }) => locationName,
    companyName: ({ company }) => company.name,
    locationGroupName: (row) => row.location_group.name,
    email: ({ owner }) => owner?.email ?? null,
    firstName: ({ owner }) => owner?.firstName ?? null,
    lastName: ({ owner }) => owner?.lastName ?? null,
    controllers: ({ controllers }) => controllers,
    connected: ({ connected }) => connected,
  },
  controllers: {
    id: ({ id }) => id,
    unitId: ({ unitId }) => unitId,
    alias: ({ alias }) => alias,
    kind: ({ kind }) => kind,
    locationName: ({ locationName }) => locationName,
    companyName: ({ companyName }) => companyName,
    online: ({ online }) => online,
    lastSeenAt: (row) => writeTime(row.last_seen_at),
    hwVersion: ({ hwVersion }) => hwVersion,
    osVersion: ({ osVersion }) => osVersion,
    softwareVersion: ({ softwareVersion }) => softwareVersion,
    ethernetIp: ({ ethernetIp }) => ethernetIp,
    wirelessIp: ({ wirelessIp }) => wirelessIp,
    mobileIp: ({ mobileIp }) => mobileIp,
    openVpnIp: ({ openVpnIp }) => openVpnIp,
  },
  devices: {
    id: ({ id }) => id,
    deviceName: ({ deviceName }) => deviceName,
    deviceType: ({ deviceType }) => deviceType,
    categoryName: ({ categoryName }) => categoryName,
    controllerAlias: ({ controllerAlias }) => controllerAlias,
    controllerUnitId: ({ controllerUnitId }) => controllerUnitId,
    locationName: ({ location }) => location.name,
    companyName: ({ company }) => company.name,
  },
}

/** All that a search finds, a thousand rows at once, so that neither side holds a long file in memory. */
export async function* writeFound<Kind extends SearchKind>(
  db: Db,
  question: SearchQuestion<Kind>,
): AsyncGenerator<string, undefined> {
  const named = columns[question.kind] as Columns<Kind>
  yield writeCommaSeparated([Object.keys(named)])
  let place: SearchPlace | null = null
  for (;;) {
    const { rows } = await findMatches(db, question, { place, isBackward: false, limit: rowsAtOnce })
    const ids = rows.map(({ id }) => id)
    const found = await readFound(db, question.kind, question.scope, ids)
    // Each piece has the mark that only the first may have.
    const lines = found.map((row) => Object.values(named).map((of) => of(row)))
    if (lines.length > 0) yield `\r\n${writeCommaSeparated(lines).replace('\uFEFF', '')}`
    place = rows.at(-1) ?? null
    if (rows.length < rowsAtOnce) return
  }
}
