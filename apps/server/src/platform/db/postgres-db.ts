import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { describeStatement } from '../tracing/describe-statement.ts'
import { inSpan } from '../tracing/trace.ts'
import type { Db, Priority } from './db.ts'
import { DbError } from './db-error.ts'
import { createPostgresHosts } from './postgres-hosts.ts'
import { measurePools, openPools } from './postgres-pools.ts'
import { queryable } from './queryable.ts'
import { typeParsers } from './type-parsers.ts'
import { watchWrites } from './watch-writes.ts'

const defaultPoolSize = 10

const isConnectionLost = (error: unknown): error is DbError =>
  error instanceof DbError && error.isConnectionLost

/** Opens PostgreSQL at `url`, which may name several hosts. Notifications use a separate connection, opened at the first `listen`. */
export async function openPostgresDb(
  url: string,
  options: { poolSize?: number | undefined } = {},
): Promise<Db> {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      typeParsers[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
  } as pg.CustomTypesConfig
  const config: pg.ClientConfig = {
    types,
    // JIT compilation costs more than any of our queries: for tables with many partitions the planner overestimates.
    options: '-c timezone=UTC -c jit=off',
    application_name: 'ohmstead',
    // A host that is switched off ends no connection: silence of twenty seconds does.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
  const hosts = createPostgresHosts(url)
  const pools = openPools(hosts.Client, config, options.poolSize ?? defaultPoolSize)
  const inTransaction = new AsyncLocalStorage<true>()
  const listeners = new Map<string, Set<(payload: string) => void>>()
  let listening: Promise<pg.Client> | null = null
  let closed = false

  const writes = watchWrites()

  /** A description of what went wrong. */
  function describe(error: unknown, wasSent: boolean): DbError {
    const { message, code, detail, constraint } = error as pg.DatabaseError
    const facts = { message: message || String(code ?? error), code, detail, constraint }
    return writes.note(new DbError(facts, wasSent))
  }

  const execute = (client: pg.PoolClient, text: string, params: readonly unknown[]) =>
    inSpan(
      () => describeStatement(text),
      async () => {
        try {
          const result = await client.query<object>(text, params as unknown[])
          return { rows: result.rows, count: result.rowCount ?? 0 }
        } catch (error) {
          throw describe(error, true)
        }
      },
    )

  const checkOut = (pool: pg.Pool) =>
    hosts
      .reach(() => pool.connect(), pool === pools.page)
      .catch((error) => {
        throw describe(error, false)
      })

  async function executeIn(pool: pg.Pool, text: string, params: readonly unknown[]) {
    const client = await checkOut(pool)
    let lost: Error | undefined
    try {
      return await execute(client, text, params)
    } catch (error) {
      if (isConnectionLost(error)) lost = error
      throw error
    } finally {
      client.release(lost)
    }
  }

  async function connectListener(): Promise<pg.Client> {
    const client = await hosts.reach(() => new hosts.Client(config).connect())
    client.on('notification', ({ channel, payload }) => {
      for (const listener of listeners.get(channel) ?? []) listener(payload ?? '')
    })
    client.on('end', () => {
      listening = null
      if (!closed) retryListening()
    })
    for (const channel of listeners.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    return client
  }
  function retryListening() {
    setTimeout(() => {
      if (closed || listening) return
      listening = connectListener()
      listening.catch(() => {
        listening = null
        retryListening()
      })
    }, 1000).unref()
  }

  const places = new Map<Priority, Db>()
  function at(priority: Priority): Db {
    const known = places.get(priority)
    if (known) return known
    const pool = pools[priority]
    const db: Db = {
      kind: 'postgres',
      ...queryable((statement) => {
        if (inTransaction.getStore()) throw new Error('a query through db inside a transaction: use tx')
        return executeIn(pool, statement.text, statement.params)
      }),
      at,
      transaction: async (work, options) => {
        if (inTransaction.getStore()) throw new Error('a transaction inside a transaction: use tx')
        const client = await checkOut(pools[options?.priority ?? priority])
        let broken: Error | undefined
        try {
          return await inTransaction.run(true, async () => {
            const begun = execute(client, 'begin', [])
            if (!client.pipeline) await begun
            try {
              const working = work({
                ...queryable((statement) => execute(client, statement.text, statement.params)),
                script: async (text) => void (await execute(client, text, [])),
              })
              const [result] = await Promise.all([working, begun])
              await execute(client, 'commit', [])
              return result
            } catch (error) {
              if (isConnectionLost(error)) broken = error
              else
                await execute(client, 'rollback', []).catch((failure: Error) => {
                  broken = failure
                })
              throw error
            }
          })
        } finally {
          client.release(broken)
        }
      },
      script: async (text) => void (await executeIn(pool, text, [])),
      listen: async (channel, onPayload) => {
        const set = listeners.get(channel) ?? new Set()
        set.add(onPayload)
        const isNew = !listeners.has(channel)
        listeners.set(channel, set)
        listening ??= connectListener()
        const client = await listening
        if (isNew) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
        return async () => void set.delete(onPayload)
      },
      refusedWriteAt: writes.refusedAt,
      findPoolUse: () => measurePools(pools),
      close: async () => {
        if (closed) return
        closed = true
        await (await listening?.catch(() => null))?.end()
        await Promise.all(Object.values(pools).map((one) => one.end()))
      },
    }
    places.set(priority, db)
    return db
  }

  const db = at('page')
  await db.row({ text: 'select 1', params: [] })
  return db
}
