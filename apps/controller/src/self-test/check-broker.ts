import { connect, ErrorWithReasonCode } from 'mqtt'
import type { LinkAddress } from '../link/mqtt-session.ts'
import { explainFailure } from './explain-failure.ts'
import type { Finding } from './finding.ts'

const patienceMs = 10_000
// Of CONNACK: the broker has understood, and does not accept who it is.
const refusals = [4, 5, 134, 135]

/** Whether the broker answers, and takes the credentials. A session that is open for the serial begins again for it. */
export async function checkBroker(serial: string, address: LinkAddress): Promise<Finding[]> {
  const way = /^(mqtts|wss):/.test(address.url) ? 'MQTT with TLS' : 'MQTT'
  const answers = { name: way, isOk: true, text: `${hostOf(address.url)} answers` }
  const failure = await tryConnection(serial, address)
  if (failure === null) return [answers, { name: 'Credentials', isOk: true, text: `accepted for ${serial}` }]
  if (failure instanceof ErrorWithReasonCode && refusals.includes(failure.code))
    return [
      answers,
      {
        name: 'Credentials',
        isOk: false,
        text: `serial or password is wrong, or the controller was removed: renew its credentials in the cloud`,
      },
    ]
  return [{ name: way, isOk: false, text: `${hostOf(address.url)}: ${explainFailure(failure)}` }]
}

function tryConnection(serial: string, { url, user, password }: LinkAddress): Promise<Error | null> {
  return new Promise((resolve) => {
    const client = connect(url, {
      // Its own name: a broker may accept no other.
      ...{ clientId: serial, username: user, password },
      ...{ protocolVersion: 4, reconnectPeriod: 0, connectTimeout: patienceMs },
    })
    let failure: Error | null = Object.assign(new Error('no answer'), { name: 'TimeoutError' })
    let isDecided = false
    const decide = (found: Error | null) => {
      if (!isDecided) failure = found
      isDecided = true
    }
    client.on('error', (error) => decide(error as Error))
    client.once('connect', () => {
      decide(null)
      client.end(true)
    })
    // Ending it closes it, too: whatever came first counts.
    client.once('close', () => client.end(true, {}, () => resolve(failure)))
  })
}

/** Whether the token over HTTP is right: an empty message stores nothing. */
export async function checkToken(url: string, serial: string, token: string): Promise<Finding> {
  const name = 'Token'
  try {
    const { status } = await fetch(`${url.replace(/\/+$/, '')}/link/v1/${serial}/data`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"v":1,"samples":[]}',
      signal: AbortSignal.timeout(patienceMs),
    })
    if (status === 401)
      return {
        name,
        isOk: false,
        text: 'serial or token is wrong, or the controller was removed: renew its credentials in the cloud',
      }
    return {
      name,
      isOk: status < 500,
      text: status < 500 ? 'accepted' : `the cloud answers with status ${status}`,
    }
  } catch (error) {
    return { name, isOk: false, text: explainFailure(error) }
  }
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)
