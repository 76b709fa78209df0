import type { ThrottleLimit } from '../../platform/throttle.ts'

/** Guesses at one person's secret, by one browser or from one network. */
export const attemptsPerPerson: ThrottleLimit = {
  attempts: 5,
  windowSeconds: 900,
  firstWaitSeconds: 30,
  longestWaitSeconds: 900,
}

/** Guesses at one person's password from all unknown browsers together; the known ones do not wait. */
export const attemptsPerAddress: ThrottleLimit = { ...attemptsPerPerson, attempts: 20 }

/** Guesses from one network at anything; an office or a mobile network shares one. */
export const attemptsPerNetwork: ThrottleLimit = { ...attemptsPerPerson, attempts: 50 }

/**
 * Mails of one kind that anybody may have sent to an address: about thirty a day if somebody never stops
 * asking. The longest wait equals the shortest lifetime of such a link, so that at any time one of them is valid.
 */
export const mailsPerAddress: ThrottleLimit = {
  attempts: 5,
  windowSeconds: 86_400,
  firstWaitSeconds: 300,
  longestWaitSeconds: 3600,
}

/** Mails of one kind requested in a browser known to be the owner's. */
export const mailsPerDevice: ThrottleLimit = { ...mailsPerAddress, windowSeconds: 3600 }

/** Mails caused by one signed-in user. */
export const mailsPerPerson: ThrottleLimit = { ...mailsPerDevice, attempts: 30 }

/** Mails requested by one network. Many people may share it, so nobody behind it waits for long. */
export const mailsPerNetwork: ThrottleLimit = { ...mailsPerPerson, longestWaitSeconds: 900 }

/** Started steps that leave a row behind: passkey, provider. A page may start one by itself, so many are usual. */
export const stepsPerNetwork: ThrottleLimit = { ...attemptsPerPerson, attempts: 300 }
