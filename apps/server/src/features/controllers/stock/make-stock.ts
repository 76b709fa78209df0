import { randomBytes } from 'node:crypto'
import { buildConnectionSettings } from '@ohmstead/domain/fleet/connection-settings'
import type { ControllerKind } from '@ohmstead/domain/fleet/controller-kind'
import { createSerial, serialRandomBytes } from '@ohmstead/domain/fleet/serial'
import type { Deps } from '../../../deps.ts'
import type { JobProgress } from '../../../platform/jobs/jobs.ts'
import { type AuditContext, recordAudit } from '../../audit/record-audit.ts'
import type { Link } from '../../link/link.ts'
import { linkAddressOf } from '../../link/link-address.ts'
import { notifyLink } from '../../link/link-notices.ts'
import { createSecrets } from '../create-secrets.ts'
import { writeCredentials } from './credentials-file.ts'
import { insertBatch, insertStock, type NewStock, saveCredentials } from './stock-queries.ts'

export interface WantedController {
  kind: ControllerKind
  alias: string | null
  /** Null for the link's own. */
  protocol: string | null
  /** Null for a new one. */
  serial: string | null
}

interface Request {
  companyId: number
  userId: number
  source: 'number' | 'csv'
  wanted: readonly WantedController[]
}

type Needed = Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings' | 'secrets'> & {
  link: Pick<Link, 'mqttPort' | 'mqttTlsPort' | 'acceptMqtt' | 'setBrokerPasswords' | 'removeBrokerPasswords'>
}

/** For how long the credentials can be read. */
export const credentialsMs = 86_400_000
// Their passwords are hashed in three ways, each meant to take a while.
const perSlice = 25
const perStatement = 1000

/** Makes controllers as a job: all of them in one transaction, or none. */
export async function startMaking(
  deps: Needed,
  audit: AuditContext,
  { companyId, userId, source, wanted }: Request,
): Promise<{ id: number; finished: Promise<void> }> {
  const total = wanted.length
  const work = async (progress: JobProgress) => {
    const address = linkAddressOf(deps)
    const made: NewStock[] = []
    const lines: Parameters<typeof writeCredentials>[0] = []
    for (const { kind, alias, protocol, serial: given } of wanted) {
      const serial = given ?? createSerial(randomBytes(serialRandomBytes))
      const { hashes, mqttPassword, httpToken, enrolSecret } = createSecrets()
      made.push({ serial, kind, alias, protocol: protocol ?? 'ems', ...hashes })
      const settings = buildConnectionSettings(address, {
        ...{ serial, kind, mqttPassword: mqttPassword.plain, httpToken },
      })
      lines.push({ kind, alias, settings, enrolSecret, plain: mqttPassword })
      if (made.length % perSlice === 0) await progress.report({ done: made.length - 1 })
    }
    await deps.link.setBrokerPasswords(
      lines.map(({ settings, plain }) => [settings.mqtt.user, plain] as const),
    )
    const serials = made.map(({ serial }) => serial)
    const save = async () => {
      // The last moment at which it can be cancelled.
      await progress.report({ done: total - 1 })
      const now = deps.clock.now()
      return deps.db.transaction(async (tx) => {
        const batchId = await insertBatch(tx, { companyId, source, count: total, userId, now })
        for (let start = 0; start < made.length; start += perStatement)
          await insertStock(tx, { companyId, batchId, now }, made.slice(start, start + perStatement))
        const file = writeCredentials(lines, address)
        await saveCredentials(
          tx,
          batchId,
          deps.secrets.seal(Buffer.from(file), 'controllerBatch', batchId),
          now + credentialsMs,
        )
        await recordAudit(
          tx,
          { ...audit, at: now },
          {
            action: 'controllers_made',
            companyId,
            after: { batchId, source, count: total },
          },
        )
        await notifyLink(tx, ...serials.map((serial) => ({ t: 'credentials' as const, serial })))
        return batchId
      })
    }
    const batchId = await save().catch(async (error) => {
      await deps.link.removeBrokerPasswords(serials)
      throw error
    })
    await progress.report({ done: total, detail: { batchId } })
  }
  const start = { kind: 'controller_stock', total, companyId, createdBy: userId, takesTurns: true }
  return deps.jobs.run(start, work)
}
