import { call } from '../../lib/call.ts'

/** Whether this browser can show notifications while the application is closed, and is allowed to. */
export type PushAbility = 'able' | 'unable' | 'denied'

export function findPushAbility(): PushAbility {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isAble) return 'unable'
  return Notification.permission === 'denied' ? 'denied' : 'able'
}

/** How the server names this browser; null while it is not subscribed. */
export async function findOwnAddress(): Promise<string | null> {
  if (findPushAbility() === 'unable') return null
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return subscription ? hashAddress(subscription.endpoint) : null
}

async function hashAddress(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Asks the person, who may say no: then false. */
export async function turnPushOn(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const registration = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const subscription = await registration.pushManager.subscribe(options).catch(async (error) => {
    // Subscribed with a key of before.
    const old = await registration.pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return registration.pushManager.subscribe(options)
  })
  const { keys = {} } = subscription.toJSON()
  await call('POST /notices/devices', {
    body: { endpoint: subscription.endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' },
  })
  return true
}

/** The browser forgets it, too. */
export async function turnPushOff(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
