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

function show(results) {
  const list = document.createElement('ol')
  for (const { id, page, heading, text, terms } of results.slice(0, most)) {
    const item = document.createElement('li')
    const link = document.createElement('a')
    link.href = up + id
    link.textContent = page === heading ? page : `${page}: ${heading}`
    const excerpt = document.createElement('p')
    const at = Math.max(
      0,
      Math.min(...terms.map((term) => text.toLowerCase().indexOf(term)).filter((place) => place >= 0)) - 60,
    )
    excerpt.textContent = text.slice(Number.isFinite(at) ? at : 0).slice(0, 200)
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
