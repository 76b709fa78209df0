import process from 'node:process'
import { buildSite } from './docs-site/build-site.ts'

// `npm run docs`: the documents as a site that any web server can show, with a search.

const folder = process.argv[2] ?? '.output/docs'
console.log(`${buildSite(folder)} pages in ${folder}`)
