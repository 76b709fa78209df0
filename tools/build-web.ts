import { fileURLToPath } from 'node:url'
import { build } from 'vite'

// Builds the web application; its configuration also writes compressed copies beside the files.

await build({ root: fileURLToPath(new URL('../apps/web/', import.meta.url)), logLevel: 'warn' })
