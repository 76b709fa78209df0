import type { BulkWish } from '@ohmstead/contract/bulk-changes'
import { sql } from '../../platform/db/sql.ts'
import type { TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'

const base = '/location-groups/:locationGroupId/bulk-changes'

/** Changes of many locations of a group, as somebody starts them. */
export function createBulkClient(server: TestServer, client: TestClient, locationGroupId: number) {
  const of = (bulkChangeId: number) => ({ params: { locationGroupId, bulkChangeId } })
  const here = { params: { locationGroupId } }
  const kit = {
    start: (locationIds: number[], wish: BulkWish) =>
      client.call(`POST ${base}`, { ...here, body: { locationIds, wish } }),
    preview: (locationIds: number[], wish: BulkWish) =>
      client.call(`POST ${base}/preview`, { ...here, body: { locationIds, wish } }),
    settings: (locationIds: number[]) =>
      client.call(`POST ${base}/settings`, { ...here, body: { locationIds } }),
    one: async (id: number) => (await client.call(`GET ${base}/:bulkChangeId`, of(id))).data.change,
    list: () => client.call(`GET ${base}`, here),
    items: (id: number, query: Record<string, string | number> = {}) =>
      client.call(`GET ${base}/:bulkChangeId/items`, { ...of(id), query }),
    async file(id: number) {
      const address = `${server.url}/api/location-groups/${locationGroupId}/bulk-changes/${id}/csv`
      return (await fetch(address, { headers: { cookie: client.cookie } })).text()
    },
    cancel: (id: number) => client.call(`POST ${base}/:bulkChangeId/cancel`, of(id)),
    undo: (id: number) => client.call(`POST ${base}/:bulkChangeId/undo`, of(id)),
    /** Starts it and waits until all have had their turn. */
    async carryOut(locationIds: number[], wish: BulkWish) {
      const { data } = await kit.start(locationIds, wish)
      await server.deps.bulkChanges.settled()
      return kit.one(data.change.id)
    },
    async takeBack(id: number) {
      const { data } = await kit.undo(id)
      await server.deps.bulkChanges.settled()
      return kit.one(data.change.id)
    },
    /** By location: what became of it, and why. */
    async outcomes(id: number) {
      const { data } = await kit.items(id)
      return new Map(
        data.items.map(({ location, outcome, reason }) => [
          location.id,
          reason === null ? outcome : `${outcome}: ${reason}`,
        ]),
      )
    },
  }
  return kit
}

/** How many entries of a kind the audit log has. */
export async function countAudit(server: TestServer, action: string): Promise<number> {
  const row = await server.db.row<{ count: number }>(
    sql`select count(*)::int as count from audit_log where action = ${action}`,
  )
  return row!.count
}
