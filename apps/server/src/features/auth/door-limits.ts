import type { ThrottleLimit } from '../../platform/throttle.ts'

/** Guesses at one person's secret: password, code. */
export const perPerson: ThrottleLimit = {
  attempts: 5,
  windowSeconds: 900,
  firstWaitSeconds: 30,
  longestWaitSeconds: 900,
}

/** The same from one network; an office or a mobile network shares one. */
export const perNetwork: ThrottleLimit = { ...perPerson, attempts: 50 }

/** Mails that anybody may have sent to an address, so that nobody floods it. */
export const mailsPerAddress: ThrottleLimit = {
  attempts: 5,
  windowSeconds: 3600,
  firstWaitSeconds: 300,
  longestWaitSeconds: 3600,
}

/** Registrations and mails that one network may cause. */
export const mailsPerNetwork: ThrottleLimit = { ...mailsPerAddress, attempts: 30 }

/** Beginnings that leave a row behind: passkey, provider. A page may begin by itself, so many are usual. */
export const stepsPerNetwork: ThrottleLimit = { ...perPerson, attempts: 300 }
