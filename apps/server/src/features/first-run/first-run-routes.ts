import { firstRunEndpoints } from '@ohmstead/contract/first-run'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { countMetricsReads } from '../../platform/prometheus-metrics.ts'
import { takeAttempt } from '../../platform/throttle.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { mailsPerDevice } from '../auth/sign-in-limits.ts'
import { getSiteInfo } from '../site/site-info.ts'
import { checkFirstRun } from './check-first-run.ts'
import { findFirstRunWord, saveFirstRunWord } from './first-run-queries.ts'
import { sendTestMail } from './send-test-mail.ts'

export const firstRunRoutes: Route[] = [
  route(firstRunEndpoints.get, async ({ deps }) => ({ firstRun: await getFirstRun(deps) })),

  route(firstRunEndpoints.update, async (context) => {
    const { db, deps, body } = context
    await db.transaction(async (tx) => {
      const before = { isBackupArranged: (await findFirstRunWord(tx)).isBackupArranged }
      if (before.isBackupArranged === body.isBackupArranged) return
      await saveFirstRunWord(tx, body)
      await recordAudit(tx, auditContextOf(context), { action: 'site_settings_changed', before, after: body })
    })
    return { firstRun: await getFirstRun(deps) }
  }),

  route(firstRunEndpoints.sendTestMail, async ({ db, deps, actor }) => {
    await takeAttempt(db, `test-mail:${actor.userId}`, mailsPerDevice, deps.clock.now())
    const outcome = await sendTestMail(deps, actor.userId)
    await saveFirstRunWord(db, { isMailTaken: outcome.isSent })
    return outcome
  }),
]

async function getFirstRun({ db, settings, metrics }: Pick<PlatformDeps, 'db' | 'settings' | 'metrics'>) {
  return checkFirstRun(settings, {
    hasSupportAddress: (await getSiteInfo(db)).contact.supportEmail !== null,
    ...(await findFirstRunWord(db)),
    areMetricsRead: (await countMetricsReads(metrics)) > 0,
  })
}
