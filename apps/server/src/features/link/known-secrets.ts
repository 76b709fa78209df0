import { isSecretRight } from './secret-hash.ts'

interface Credentials {
  unit_id: string
  mqtt_password_hash: Uint8Array | null
}

const freshMs = 60_000

/**
 * The hashes of all valid passwords, read at once on demand and cached for a minute. They decide
 * who need not wait behind guesses; the database decides who is accepted. A controller whose
 * credentials have changed since is queried separately.
 */
export function createKnownSecrets({
  clock,
  findAll,
  findOne,
}: {
  clock: { now(): number }
  findAll: () => Promise<Credentials[]>
  findOne: (serial: string) => Promise<Pick<Credentials, 'mqtt_password_hash'> | undefined>
}) {
  let hashes = new Map<string, Uint8Array>()
  let loadedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | null = null
  // By the number of the change, so that one during a read survives it.
  const changes = new Map<string, number>()
  let lastChange = 0

  async function load(): Promise<void> {
    const [startedAt, known] = [clock.now(), lastChange]
    const rows = await findAll()
    hashes = new Map(
      rows.flatMap(({ unit_id: serial, mqtt_password_hash: hash }) => (hash ? [[serial, hash]] : [])),
    )
    for (const [serial, change] of changes) if (change <= known) changes.delete(serial)
    loadedAt = startedAt
  }

  return {
    async isRight(serial: string, secret: string): Promise<boolean> {
      if (clock.now() - loadedAt >= freshMs) {
        loading ??= load().finally(() => {
          loading = null
        })
        await loading
      }
      const hash = changes.has(serial) ? (await findOne(serial))?.mqtt_password_hash : hashes.get(serial)
      return isSecretRight(secret, hash ?? null)
    },
    changed: (serial: string): void => void changes.set(serial, ++lastChange),
  }
}
