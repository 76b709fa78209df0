// Answers that start.js asked for by the address of the page, before the application was there.

type AnswersAhead = Record<string, Promise<Response>>

let ahead: AnswersAhead = {}

/** Older ones say too little of now. */
const longestMs = 10_000

export function keepAnswersAhead(answers: AnswersAhead): void {
  ahead = answers
}

/** Another person may have come, or the API be elsewhere. */
export function dropAnswersAhead(): void {
  ahead = {}
}

/** The answer to this address, once. */
export function takeAnswerAhead(url: string): Promise<Response> | undefined {
  const answer = ahead[url]
  delete ahead[url]
  // start.js runs when the page is as old as nothing.
  return performance.now() < longestMs ? answer : undefined
}
