import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface MailRecipient {
  user_id: number
  email: string
  locale: string | null
  company_id: number | null
  /** Whether alarms are told by mail. */
  mail: boolean
}

export function findMailRecipient(db: Queryable, userId: number): Promise<MailRecipient | undefined> {
  return db.row<MailRecipient>(sql`
    select u.id as user_id, u.email, u.locale, u.company_id, coalesce(s.mail, false) as mail
    from app_user u left join notice_setting s on s.user_id = u.id where u.id = ${userId}`)
}

/** Whether they were on. */
export async function switchMailsOff(tx: Queryable, userId: number): Promise<boolean> {
  return (await tx.run(sql`update notice_setting set mail = false where user_id = ${userId} and mail`)) > 0
}
