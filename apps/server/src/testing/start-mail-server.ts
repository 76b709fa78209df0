import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail extends Email {
  recipients: string[]
  raw: string
  /** The link of its button. */
  link: string
  /** The token behind the # of the link. */
  token: string
}

export interface TestMailServer {
  url: string
  received: ReceivedMail[]
  /** The next mail to this recipient, already received or to come; each is returned once. */
  next(recipient: string): Promise<ReceivedMail>
  /** Refuses every recipient with this code from now on; null accepts mails again. */
  refuse(code: number | null): void
  stop(): Promise<void>
}

/** A real mail server on loopback that keeps its mails. */
export async function startMailServer(): Promise<TestMailServer> {
  const received: ReceivedMail[] = []
  const given = new Set<ReceivedMail>()
  let refusal: number | null = null
  let wake: (() => void)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      if (refusal === null) done()
      else done(Object.assign(new Error('no thanks'), { responseCode: refusal }))
    },
    onData: (stream, session, done) => {
      text(stream)
        .then(async (raw) => {
          const email = await PostalMime.parse(raw)
          const link = /href="([^"]+)"/.exec(email.html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? ''
          const recipients = session.envelope.rcptTo.map(({ address }) => address)
          received.push({ ...email, recipients, raw, link, token: link.split('#token=')[1] ?? '' })
          done()
          for (const resolve of wake.splice(0)) resolve()
        })
        .catch(done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    next: async (recipient) => {
      for (;;) {
        const mail = received.find((one) => one.recipients.includes(recipient) && !given.has(one))
        if (mail) {
          given.add(mail)
          return mail
        }
        await new Promise<void>((resolve) => {
          wake = [...wake, resolve]
        })
      }
    },
    refuse: (code) => {
      refusal = code
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
