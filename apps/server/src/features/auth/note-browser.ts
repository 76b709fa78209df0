import { sql } from '../../platform/db/sql.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { describeBrowser } from './describe-browser.ts'

/** Remembers the kind of browser, and notifies the user by mail of one they have not used before. */
export async function noteBrowser(
  deps: Pick<PlatformDeps, 'db' | 'clock' | 'settings'>,
  { userId, userAgent, address }: { userId: number; userAgent: string | null; address: string },
): Promise<void> {
  const { browser, system } = describeBrowser(userAgent)
  const names = [browser, system].filter((name) => name !== null)
  const device = names.join(', ') || (userAgent ?? '–').slice(0, 60)
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const known = (await tx.row<{ some: boolean; this: boolean }>(sql`
      select count(*) > 0 as some, coalesce(bool_or(browser = ${device}), false) as this
      from known_browser where user_id = ${userId}`))!
    await tx.run(sql`
      insert into known_browser (user_id, browser, last_used_at) values (${userId}, ${device}, ${new Date(now)})
      on conflict (user_id, browser) do update set last_used_at = excluded.last_used_at`)
    // The very first one is no news after registering.
    if (!known.some || known.this) return
    const user = (await tx.row<{ email: string; first_name: string; locale: string | null }>(
      sql`select email, first_name, locale from app_user where id = ${userId}`,
    ))!
    const url = `${deps.settings.publicUrl}/user/settings`
    await queueMail(
      tx,
      {
        kind: 'new_sign_in',
        to: user.email,
        locale: user.locale,
        values: { name: user.first_name, device, address, time: now, url },
      },
      deps,
    )
  })
}
