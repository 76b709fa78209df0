// A page asks for much by itself: every minute, after a live event, once it is online again. Only what somebody does there
// is a use of their session, so that a screen left alone signs out in its time.

/** What is asked so soon after an input may follow from it. */
const soonMs = 60_000
const inputs = ['pointerdown', 'keydown', 'wheel', 'click', 'input'] as const

/** Opening the page is one, too. By a clock that nobody sets back. */
let lastInputAt = performance.now()
const noteInput = () => {
  lastInputAt = performance.now()
}
for (const input of inputs) globalThis.addEventListener?.(input, noteInput, { capture: true, passive: true })

/** Whether somebody is at the page, so that what it asks for now is a use of the session. */
export const isAttended = (): boolean => performance.now() - lastInputAt < soonMs
