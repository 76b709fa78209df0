import type { Queryable } from '../db/db.ts'
import { sql } from '../db/sql.ts'

export interface MailRow {
  id: number
  message_id: string
  kind: string
  recipient: string
  locale: string
  sender_name: string
  /** Null is the platform's own. */
  sender_address: string | null
  subject: string
  body_text: string | null
  body_html: string | null
  /** Ends mails of its kind; null for those that nobody can do without. */
  unsubscribe_url: string | null
  state: 'queued' | 'sent' | 'failed'
  attempts: number
  error: string | null
  created_at: number
  next_attempt_at: number | null
  secret_until: number | null
  sent_at: number | null
}

/** Queues a mail, for the account that has its address unless another is named, and wakes the sender once the transaction is committed. */
export async function insertMail(
  tx: Queryable,
  mail: Pick<
    MailRow,
    | 'message_id'
    | 'kind'
    | 'recipient'
    | 'locale'
    | 'sender_name'
    | 'sender_address'
    | 'subject'
    | 'secret_until'
    | 'unsubscribe_url'
  > & {
    body_text: string
    body_html: string
    named_user_id: number | null
    named_location_id: number | null
  },
  now: number,
): Promise<void> {
  const instant = new Date(now)
  await tx.run(sql`
    insert into mail (message_id, kind, recipient, locale, sender_name, sender_address, subject, body_text, body_html, secret_until,
      unsubscribe_url, named_user_id, named_location_id, created_at, next_attempt_at)
    values (${mail.message_id}, ${mail.kind}, ${mail.recipient}, ${mail.locale}, ${mail.sender_name}, ${mail.sender_address}, ${mail.subject},
      ${mail.body_text}, ${mail.body_html}, ${mail.secret_until === null ? null : new Date(mail.secret_until)},
      ${mail.unsubscribe_url},
      coalesce(${mail.named_user_id}::int, (select id from app_user where email = ${mail.recipient})), ${mail.named_location_id},
      ${instant}, ${instant})`)
  await tx.run(sql`select pg_notify('mail', '')`)
}

/** Leases the next due mail for as long as sending may take; no other process gets it meanwhile. */
export function leaseMail(db: Queryable, now: number, leaseMs: number): Promise<MailRow | undefined> {
  const instant = new Date(now)
  return db.row<MailRow>(sql`
    update mail set attempts = attempts + 1, leased_until = ${new Date(now + leaseMs)}
    where id = (
      select id from mail
      where state = 'queued' and next_attempt_at <= ${instant} and (leased_until is null or leased_until <= ${instant})
      order by next_attempt_at, id limit 1 for update skip locked)
    returning *`)
}

/** A text with a secret is deleted once it is sent. */
export function markMailSent(db: Queryable, { id, attempts }: MailRow, now: number): Promise<number> {
  return db.run(sql`
    update mail set state = 'sent', sent_at = ${new Date(now)}, next_attempt_at = null, leased_until = null, error = null,
      unsubscribe_url = null, body_text = case when secret_until is null then body_text end,
      body_html = case when secret_until is null then body_html end
    where id = ${id} and attempts = ${attempts} and state = 'queued'`)
}

export function markMailRetry(
  db: Queryable,
  { id, attempts }: MailRow,
  error: string,
  nextAttemptAt: number,
): Promise<number> {
  return db.run(sql`
    update mail set next_attempt_at = ${new Date(nextAttemptAt)}, leased_until = null, error = ${error}
    where id = ${id} and attempts = ${attempts} and state = 'queued'`)
}

export function markMailFailed(db: Queryable, { id, attempts }: MailRow, error: string): Promise<number> {
  return db.run(sql`
    update mail set state = 'failed', next_attempt_at = null, leased_until = null, error = ${error}
    where id = ${id} and attempts = ${attempts} and state = 'queued'`)
}

/** Deletes texts whose links have expired, gives up mails that waited too long with them, and deletes old mails. */
export async function tidyMails(db: Queryable, now: number, keepMs: number): Promise<void> {
  const instant = new Date(now)
  await db.run(sql`
    update mail set body_text = null, body_html = null, secret_until = null, next_attempt_at = null,
      error = case when state = 'queued' then 'expired' else error end,
      state = case when state = 'queued' then 'failed' else state end
    where secret_until <= ${instant}`)
  await db.run(sql`delete from mail where created_at < ${new Date(now - keepMs)}`)
}

export function listMails(
  db: Queryable,
  { state, before, limit }: { state: string | undefined; before: number | undefined; limit: number },
): Promise<MailRow[]> {
  return db.rows<MailRow>(sql`
    select * from mail
    where (${state ?? null}::text is null or state = ${state ?? null}) and id < ${before ?? 2_147_483_647}
    order by id desc limit ${limit}`)
}

export function findMail(db: Queryable, mailId: number): Promise<MailRow | undefined> {
  return db.row<MailRow>(sql`select * from mail where id = ${mailId}`)
}

/** Queues a failed mail again that still has its text. */
export async function retryMail(db: Queryable, mailId: number, now: number): Promise<boolean> {
  const retried = await db.run(sql`
    update mail set state = 'queued', attempts = 0, error = null, next_attempt_at = ${new Date(now)}
    where id = ${mailId} and state = 'failed' and body_text is not null`)
  if (retried > 0) await db.run(sql`select pg_notify('mail', '')`)
  return retried > 0
}
