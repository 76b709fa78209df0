/** The languages that a browser asks for, best first, as the header `accept-language` has them. */
export const listAcceptedLanguages = (header: string | undefined): string[] =>
  (header ?? '').split(',').map((tag) => tag.split(';')[0]!.trim())
