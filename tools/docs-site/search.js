// The search of the documents: sections are fetched when somebody begins to type, and looked through here.

const up = document.documentElement.dataset.up
const field = document.querySelector('input[type=search]')
const found = document.querySelector('#found')
const article = document.querySelector('article')
const most = 20
let index = null

async function load() {
  const sections = await (await fetch(`${up}search.json`)).json()
  const search = new MiniSearch({
    idField: 'address',
    fields: ['heading', 'page', 'text'],
    storeFields: ['page', 'heading', 'text'],
    searchOptions: { boost: { heading: 3, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  })
  search.addAll(sections)
  return search
}

/** Whole words around the first that was found. */
function excerptOf(text, terms) {
  const lower = text.toLowerCase()
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0)
  const at = places.length === 0 ? 0 : Math.max(0, Math.min(...places) - 60)
  const from = at === 0 ? 0 : text.indexOf(' ', at) + 1
  if (text.length <= from + 200) return (from > 0 ? '… ' : '') + text.slice(from)
  return `${from > 0 ? '… ' : ''}${text.slice(from, text.lastIndexOf(' ', from + 200))} …`
}

function show(results) {
  const list = document.createElement('ol')
  for (const { id, page, heading, text, terms } of results.slice(0, most)) {
    const item = document.createElement('li')
    const link = document.createElement('a')
    link.href = up + id
    link.textContent = page === heading ? page : `${page}: ${heading}`
    const excerpt = document.createElement('p')
    excerpt.textContent = excerptOf(text, terms)
    item.append(link, excerpt)
    list.append(item)
  }
  const heading = document.createElement('h1')
  heading.textContent = results.length === 0 ? 'Nothing found' : `Found: ${results.length}`
  found.replaceChildren(heading, list)
}

async function search() {
  const words = field.value.trim()
  found.hidden = words === ''
  article.hidden = words !== ''
  if (words === '') return
  index ??= load()
  const results = (await index).search(words)
  if (field.value.trim() === words) show(results)
}

field.addEventListener('input', search)
field.form.addEventListener('submit', (event) => event.preventDefault())
found.addEventListener('click', (event) => {
  if (!event.target.closest('a')) return
  field.value = ''
  search()
})
