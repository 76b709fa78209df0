import type { ThrottleLimit } from '../../platform/throttle.ts'

/** Guesses at one person's secret, by one browser or from one network. */
export const attemptsPerPerson: ThrottleLimit = {
  attempts: 5,
  windowSeconds: 900,
  firstWaitSeconds: 30,
  longestWaitSeconds: 900,
}

/** Guesses at one person's password from all browsers together that nobody knows; the known ones do not wait. */
export const attemptsPerAddress: ThrottleLimit = { ...attemptsPerPerson, attempts: 20 }

/** Guesses from one network at whatever; an office or a mobile network shares one. */
export const attemptsPerNetwork: ThrottleLimit = { ...attemptsPerPerson, attempts: 50 }

/**
 * Mails of one kind that anybody may have sent to an address: about thirty on a day on which somebody never stops
 * asking. The longest wait is as long as the shortest-lived link of such a mail, so that at any time one of them opens.
 */
export const mailsPerAddress: ThrottleLimit = {
  attempts: 5,
  windowSeconds: 86_400,
  firstWaitSeconds: 300,
  longestWaitSeconds: 3600,
}

/** Mails of one kind that somebody asks for in a browser that is known to be theirs. */
export const mailsPerDevice: ThrottleLimit = { ...mailsPerAddress, windowSeconds: 3600 }

/** Mails that one person signed in causes. */
export const mailsPerPerson: ThrottleLimit = { ...mailsPerDevice, attempts: 30 }

/** Mails that one network asks for. Many may share it, so nobody behind it waits for long. */
export const mailsPerNetwork: ThrottleLimit = { ...mailsPerPerson, longestWaitSeconds: 900 }

/** Beginnings that leave a row behind: passkey, provider. A page may begin by itself, so many are usual. */
export const stepsPerNetwork: ThrottleLimit = { ...attemptsPerPerson, attempts: 300 }
