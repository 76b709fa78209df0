// A page sends many requests by itself: every minute, after a live event, when back online. Only a person's actions
// count as use of their session, so that an unattended screen signs out in time.

/** A request this soon after an input may be caused by it. */
const soonMs = 60_000
const inputs = ['pointerdown', 'keydown', 'wheel', 'click', 'input'] as const

/** Opening the page counts, too. By a monotonic clock. */
let lastInputAt = performance.now()
const noteInput = () => {
  lastInputAt = performance.now()
}
for (const input of inputs) globalThis.addEventListener?.(input, noteInput, { capture: true, passive: true })

/** Whether somebody is at the page, so that its requests count as use of the session. */
export const isAttended = (): boolean => performance.now() - lastInputAt < soonMs
