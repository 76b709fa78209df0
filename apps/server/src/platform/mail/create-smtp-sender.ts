import { createTransport } from 'nodemailer'
import type { Settings } from '../../settings.ts'
import { isLoopback } from '../is-loopback.ts'
import type { MailRow } from './mail-queries.ts'

/** What the mail server gets of a mail. */
export type OutgoingMail = Pick<
  MailRow,
  | 'message_id'
  | 'recipient'
  | 'sender_name'
  | 'sender_address'
  | 'subject'
  | 'body_text'
  | 'body_html'
  | 'unsubscribe_url'
  | 'created_at'
>

export interface SmtpSender {
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/** The sender address of mails: the configured one, else one at the public host. */
export function senderAddress({ mailFrom, publicUrl }: Pick<Settings, 'mailFrom' | 'publicUrl'>): string {
  const { hostname } = new URL(publicUrl)
  return (
    mailFrom ??
    `no-reply@${/^[a-z.-]+$/.test(hostname) && hostname.includes('.') ? hostname : 'localhost.localdomain'}`
  )
}

/** How to reach the mail server: encrypted if it offers that, and always before sending a password. */
export function connectionOptions(smtpUrl: string) {
  const url = new URL(smtpUrl)
  const isEncrypted = url.protocol === 'smtps:'
  return {
    host: url.hostname,
    port: Number(url.port) || (isEncrypted ? 465 : 587),
    secure: isEncrypted,
    requireTLS: url.username !== '' && !isLoopback(url.hostname) && !isEncrypted,
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
  }
}

/** RFC 8058: what mail programs call when somebody presses their button, once it is encrypted. */
export const unsubscribeHeaders = (url: string | null): Record<string, string> => ({
  ...(url && { 'List-Unsubscribe': `<${url}>` }),
  ...(url?.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
})

// RFC 8058 counts only if both of its fields are signed; the rest is what RFC 6376 advises.
const signedFields = [
  ...[
    'From',
    'Sender',
    'Reply-To',
    'Subject',
    'Date',
    'Message-ID',
    'To',
    'Cc',
    'MIME-Version',
    'Content-Type',
  ],
  ...['Content-Transfer-Encoding', 'List-Unsubscribe', 'List-Unsubscribe-Post'],
].join(':')

/** Speaks to the mail server of `SMTP_URL`. */
export function createSmtpSender(settings: Settings, smtpUrl: string): SmtpSender {
  const { dkim } = settings
  const keys = dkim && {
    domainName: dkim.domain,
    keySelector: dkim.selector,
    privateKey: dkim.privateKey,
    headerFieldNames: signedFields,
  }
  const transport = createTransport({
    ...connectionOptions(smtpUrl),
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    // A mail consists of values from the database, never of a file or URL named in a value.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(keys && { dkim: keys }),
  })
  return {
    send: async (mail) => {
      await transport.sendMail({
        from: { name: mail.sender_name, address: mail.sender_address ?? senderAddress(settings) },
        // Its domain publishes the same key, and only a signature of that very domain counts for it.
        ...(keys &&
          mail.sender_address && { dkim: { ...keys, domainName: mail.sender_address.split('@')[1]! } }),
        // An object, not text: a comma or an angle bracket in it adds no second recipient.
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.body_text ?? '',
        html: mail.body_html ?? '',
        messageId: mail.message_id,
        date: new Date(mail.created_at),
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail.unsubscribe_url) },
      })
    },
    close: () => transport.close(),
  }
}
