import pg from 'pg'
import { parsePostgresAddress } from './postgres-address.ts'

// One address may name several hosts, as libpq's do: `postgres://me:secret@a,b:5433/db?target_session_attrs=read-write`.
// node-postgres knows one host per connection, so each new connection is opened to the host that last had the primary;
// one that does not answer, or is a standby, hands its place to the next.

/** A host that answers nothing at all, so that another one is tried while whoever waits still does. */
const longestConnectMs = 3_000
/** How long from its beginning a failover may take without a request noticing: whoever is patient waits, and then nobody does. */
const longestFailoverMs = 30_000
const againMs = 200
/** SQLSTATE: a connection could not be opened. */
const unreachable = '08001'

export interface PostgresHosts {
  /** For a pool or by itself: each new one goes to the host whose turn it is. */
  Client: new (
    config?: string | pg.ClientConfig,
  ) => pg.Client
  /** Opens a connection, at each of the hosts in turn if need be; if `isPatient`, until one of them has become the primary. */
  reach<Connected>(open: () => Promise<Connected>, isPatient?: boolean): Promise<Connected>
}

/** The hosts of an address, which all connections of a process share. */
export function createPostgresHosts(address: string): PostgresHosts {
  const { urls, needsPrimary } = parsePostgresAddress(address)
  let turn = 0
  let lostAt: number | null = null

  class HostClient extends pg.Client {
    readonly #turn = turn

    constructor(config: string | pg.ClientConfig = {}) {
      const given = typeof config === 'string' ? {} : config
      const wait = given.connectionTimeoutMillis || (urls.length > 1 ? longestConnectMs : 0)
      super({
        ...given,
        connectionString: urls[turn % urls.length],
        connectionTimeoutMillis: urls.length > 1 ? Math.min(wait, longestConnectMs) : wait,
      })
      // One that dies in use fails its statement; without a listener its event would also end the process.
      this.on('error', () => {})
    }

    override connect(): Promise<pg.Client>
    override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void
    override connect(
      callback?: ((error: Error) => void) | ((error: null, client: pg.Client) => void),
    ): Promise<pg.Client> | undefined {
      const connecting = this.#connectToPrimary()
      if (!callback) return connecting
      const tell = callback as (error: Error | null, client?: pg.Client) => void
      connecting.then(
        () => tell(null, this),
        (error: Error) => tell(error),
      )
      return undefined
    }

    async #connectToPrimary(): Promise<pg.Client> {
      try {
        await super.connect()
        if (needsPrimary && (await isReadOnly(this))) throw new Error('takes no writes: it is a standby')
        return this
      } catch (error) {
        if (turn === this.#turn) turn++
        this.end().catch(() => {})
        throw urls.length > 1 ? nameHost(this, error as Error & { code?: string }) : error
      }
    }
  }

  return {
    Client: HostClient,
    reach: async (open, isPatient = false) => {
      let reasons: Error[] = []
      for (;;) {
        const before = turn
        try {
          const connected = await open()
          lostAt = null
          return connected
        } catch (error) {
          reasons.push(error as Error)
          // Otherwise it was no host that failed: all connections are in use.
          if (urls.length === 1 || turn === before) throw error
          if (reasons.length < urls.length) continue
          lostAt ??= performance.now()
          if (!isPatient || performance.now() - lostAt > longestFailoverMs) throw summarise(reasons)
          reasons = []
          await new Promise((resolve) => setTimeout(resolve, againMs))
        }
      }
    },
  }
}

async function isReadOnly(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  return rows[0]!.transaction_read_only === 'on'
}

const nameHost = ({ host, port }: pg.Client, error: Error & { code?: string }): Error =>
  Object.assign(new Error(`${host}:${port}: ${error.message || error.code}`, { cause: error }), {
    code: error.code ?? unreachable,
  })

const summarise = (reasons: readonly Error[]): Error =>
  Object.assign(new Error(`no host takes writes: ${reasons.map(({ message }) => message).join('; ')}`), {
    code: unreachable,
  })
