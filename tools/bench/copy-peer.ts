import { once } from 'node:events'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import copyStreams from 'pg-copy-streams'

const narrowTable = `
  drop table if exists narrow;
  create table narrow (location_id integer, series_id integer, ts timestamptz, value double precision,
    primary key (location_id, series_id, ts)) partition by range (ts);
  create table narrow_all partition of narrow default;
`

/**
 * The plainest way to fill a database with readings: COPY into narrow rows, a transaction per batch. Returns readings
 * per second. `databaseUrl` is the measured database itself; the embedded kind has no COPY beside a running
 * server, so there it is a second one on the same disk.
 */
export async function measureCopy(
  place: { databaseUrl: string } | { directory: string },
  batches: readonly string[],
  readings: number,
): Promise<number> {
  const peer =
    'databaseUrl' in place ? await openPostgres(place.databaseUrl) : await openEmbedded(place.directory)
  try {
    await peer.script(narrowTable)
    const begin = performance.now()
    for (const lines of batches) await peer.copy(lines)
    return (readings * 1000) / (performance.now() - begin)
  } finally {
    await peer.close()
  }
}

async function openPostgres(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return {
    script: async (text: string) => void (await client.query(text)),
    copy: async (lines: string) => {
      const stream = client.query(copyStreams.from('copy narrow from stdin'))
      stream.end(lines)
      await once(stream, 'finish')
    },
    close: () => client.end(),
  }
}

async function openEmbedded(directory: string) {
  const peer = await PGlite.create({ dataDir: directory, relaxedDurability: true })
  return {
    script: async (text: string) => void (await peer.exec(text)),
    copy: async (lines: string) =>
      void (await peer.query(`copy narrow from '/dev/blob'`, [], { blob: new Blob([lines]) })),
    close: () => peer.close(),
  }
}
