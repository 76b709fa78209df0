import { isLocale } from '@ohmstead/domain/i18n/locales'
import { startFailedWords } from './start-failed-words.ts'

/**
 * The static page shown if the signed-in user cannot be loaded. It must not need anything
 * from the server, so these few texts are here and not in the catalogues.
 */
export function showStartFailed(root: HTMLElement, locale: string): void {
  const [title, text, retry] = startFailedWords[isLocale(locale) ? locale : 'sl']
  document.title = 'Ohmstead'
  const page = document.createElement('main')
  page.className = 'start-failed'
  const heading = document.createElement('h1')
  heading.textContent = title
  const paragraph = document.createElement('p')
  paragraph.textContent = text
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = retry
  button.addEventListener('click', () => window.location.reload())
  window.addEventListener('online', () => window.location.reload())
  page.append(heading, paragraph, button)
  root.replaceChildren(page)
  button.focus()
}
