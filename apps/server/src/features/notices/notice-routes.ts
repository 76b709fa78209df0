import { type NoticeSettings, noticeEndpoints } from '@ohmstead/contract/notices'
import { type Route, route } from '../../route.ts'
import { listNotices } from './mail-notice-queries.ts'
import { findNoticeSettings, type NoticeSettingRow, saveNoticeSettings } from './setting-queries.ts'

export const noticeRoutes: Route[] = [
  route(noticeEndpoints.settings, async ({ db, deps, actor }) => ({
    settings: toSettings(await findNoticeSettings(db, actor.userId)),
    is_sending: deps.mailer.isSending,
  })),

  route(noticeEndpoints.save, async ({ db, actor, body }) => {
    await saveNoticeSettings(db, actor.userId, body)
  }),

  route(noticeEndpoints.list, async ({ db, actor, query }) => ({
    notices: await listNotices(db, actor.userId, query.before),
  })),
]

/** Nobody is told anything before they ask for it. */
function toSettings(row: NoticeSettingRow | undefined): NoticeSettings {
  if (!row) return { mail: false, types: null, places: null, recovery: true, quiet: null, time_zone: 'UTC' }
  const { company_ids, location_group_ids, location_ids, quiet_from: from, quiet_until: until } = row
  const isEverywhere = company_ids === null && location_group_ids === null && location_ids === null
  return {
    mail: row.mail,
    types: row.types,
    places: isEverywhere
      ? null
      : {
          company_ids: company_ids ?? [],
          location_group_ids: location_group_ids ?? [],
          location_ids: location_ids ?? [],
        },
    recovery: row.recovery,
    quiet: from === null || until === null ? null : { from, until },
    time_zone: row.time_zone,
  }
}
